import codecs
import io
import os

path = f"/tmp/codecs_looked_up.{os.getpid()}"
print(codecs.lookup("utf-8").name)
print("x€".encode("cp1252"), b"\xb1".decode("iso-8859-2"))
with codecs.open(path, "w", "cp1250") as f:
    f.write("ž")
print(open(path,"rb").read(), open(path, encoding="cp1250").read())
b = io.BytesIO()
w = io.TextIOWrapper(b, encoding="cp437")
w.write("é")
w.flush()
print(b.getvalue())
print(codecs.encode("x"), codecs.decode(b"6162","hex"))
for name in ("latin-1", "ISO 8859-15", "koi8_r", "u8", "cp037", "rot13", "utf-16-be"):
    info = codecs.lookup(name)
    print(info.name, info.encode("é" if name not in ("koi8_r", "rot13") else "e"))
print([hasattr(codecs.getreader("cp1251"), n) for n in ("read", "readline")], codecs.getencoder("unicode_escape")("é"))
os.remove(path)
