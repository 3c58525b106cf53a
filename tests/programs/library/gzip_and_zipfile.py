# Modules that stand on zlib.
import codecs
import gzip
import io
import zipfile

text = b"line of text\n" * 500
packed = gzip.compress(text, mtime=0)
print(len(packed), gzip.decompress(packed + packed) == text * 2)
store = io.BytesIO()
with zipfile.ZipFile(store, "w", zipfile.ZIP_DEFLATED) as z:
    z.writestr("a.txt", text)
    z.writestr("b/c.txt", "é")
with zipfile.ZipFile(store) as z:
    print(z.namelist(), z.read("a.txt") == text, z.read("b/c.txt"), z.testzip(), z.getinfo("a.txt").compress_size)
print(codecs.decode(codecs.encode(text, "zlib"), "zlib") == text)
