# Streams with a byte changed or cut off end as the zlib library says.
import zlib

text = b"".join(b"%d bottles of %s\n" % (i * 7919 % 1000, (b"beer", b"milk", b"water")[i * i % 3]) for i in range(300))
seed = 1


def random(n):
    global seed
    seed = (seed * 1103515245 + 12345) & 0x7FFFFFFF
    return (seed >> 8) % n


for wbits in (15, 31, -15, 47):
    made = zlib.compress(text, 6, 31 if wbits == 47 else wbits)
    for turn in range(150):
        data = bytearray(made)
        for _ in range(random(3) + 1):
            data[random(len(data) if turn % 3 else 60)] = random(256)
        if turn % 5 == 0:
            del data[random(len(data)) :]
        try:
            r = zlib.decompress(data, wbits)
            print(wbits, turn, len(r), zlib.adler32(r))
        except zlib.error as e:
            print(wbits, turn, e)
        d = zlib.decompressobj(wbits)
        n = 0
        try:
            for i in range(0, len(data), 5):
                n += len(d.decompress(data[i : i + 5]))
            print(n, d.eof, len(d.unused_data))
        except zlib.error as e:
            print(n, e)
