# Compressed data is that of the zlib library, but for where stored blocks end and for other memory levels.
import zlib
def rnd(n, seed=7):
    out = bytearray()
    for _ in range(n):
        seed = (seed * 1103515245 + 12345) & 0x7fffffff
        out.append(seed >> 16 & 255)
    return bytes(out)
noise = rnd(40000)
words = [b"alpha ", b"beta", b" gamma", b"\n", b"the ", b"0123", b"xyz"]
text = b"".join(words[c % 7] for c in rnd(20000, 3))
data = {"empty": b"", "one": b"a", "abc": b"abc" * 100, "noise": noise, "text": text, "zeros": bytes(90000), "mixed": text[:50000] + noise[:20000] + text[:30000], "bytes": bytes(range(256)) * 300}
for name, d in data.items():
    for level in (-1, 0, 1, 2, 3, 4, 7, 9):
        for wbits in (15, -15, 31, 9):
            c = zlib.compress(d, level, wbits)
            assert zlib.decompress(c, wbits) == d, (name, level, wbits)
            if level:
                print(name, level, wbits, len(c), zlib.crc32(c))
for strategy in range(5):
    for mem in (1, 8, 9):
        for flush in (0, 1, 2, 3, 5):
            o = zlib.compressobj(6, zlib.DEFLATED, 15, mem, strategy)
            r = b"".join(o.compress(data["mixed"][i:i + 7001]) + o.flush(flush) for i in range(0, 100000, 7001)) + o.flush()
            d = zlib.decompressobj()
            back = b"".join(d.decompress(r[i:i + 13]) for i in range(0, len(r), 13)) + d.flush()
            assert back == data["mixed"], (strategy, mem, flush)
            if mem == 8:
                print(strategy, flush, len(r), zlib.crc32(r))
d = zlib.decompressobj()
c = zlib.compress(text) + b"rest"
n = 0
while not d.eof:
    piece = d.decompress(c, 1000); c = d.unconsumed_tail
    n += 1
    if n % 20 == 0:
        print(len(piece), len(c))
print(n, d.unused_data)
