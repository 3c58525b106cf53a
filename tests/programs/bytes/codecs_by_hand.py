# UTF-8, base64, hexdump, checksums and packing written over bytes and integers.

def utf8(cp):
    if cp < 0x80:
        return bytes([cp])
    if cp < 0x800:
        return bytes([0xC0 | cp >> 6, 0x80 | cp & 63])
    if cp < 0x10000:
        return bytes([0xE0 | cp >> 12, 0x80 | cp >> 6 & 63, 0x80 | cp & 63])
    return bytes([0xF0 | cp >> 18, 0x80 | cp >> 12 & 63, 0x80 | cp >> 6 & 63, 0x80 | cp & 63])


print(all(utf8(c) == chr(c).encode() for c in (0, 65, 127, 128, 0x7FF, 0x800, 0xFFFF, 0x10000, 0x10FFFF)), b"".join(map(utf8, map(ord, "é€😀"))))
A = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


def b64(b):
    out = bytearray()
    for i in range(0, len(b), 3):
        c = b[i:i + 3]
        n = int.from_bytes(c.ljust(3, b"\0"), "big")
        out += bytes(A[n >> s & 63] for s in (18, 12, 6, 0))[:len(c) + 1].ljust(4, b"=")
    return bytes(out)


def unb64(b):
    out = bytearray()
    for i in range(0, len(b), 4):
        q = b[i:i + 4].rstrip(b"=")
        n = 0
        for c in q:
            n = n << 6 | A.index(c)
        out += (n << 6 * (4 - len(q))).to_bytes(3, "big")[:len(q) - 1]
    return out


for s in (b"", b"f", b"fo", b"foo", b"foob", bytes(range(256))):
    e = b64(s); assert unb64(e) == s; print(e[:40], len(e))


def hexdump(b, w=16):
    for i in range(0, len(b), w):
        c = b[i:i + w]
        print(f"{i:08x}  {c.hex(' '):<{w * 3}} |{''.join(chr(x) if 32 <= x < 127 else '.' for x in c)}|")


hexdump("Hello, wörld!\n\x00\x7f\xff tail".encode())
table = []
for n in range(256):
    for _ in range(8):
        n = n >> 1 ^ (0xEDB88320 if n & 1 else 0)
    table.append(n)


def crc32(b, c=0):
    c ^= 0xFFFFFFFF
    for x in b:
        c = table[(c ^ x) & 255] ^ c >> 8
    return c ^ 0xFFFFFFFF


def adler(b):
    x, y = 1, 0
    for c in b:
        x = (x + c) % 65521; y = (y + x) % 65521
    return y << 16 | x


def fnv(b):
    h = 0xCBF29CE484222325
    for c in b:
        h = (h ^ c) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return h


for b in (b"", b"a", b"123456789", bytes(range(256)) * 4):
    print(f"{crc32(b):08x} {adler(b):08x} {fnv(b):016x} {sum(b)} {len(b)}")


def sha1(m):
    h = [0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0]
    rol = lambda v, n: (v << n | v >> 32 - n) & 0xFFFFFFFF
    p = m + b"\x80" + bytes((55 - len(m)) % 64) + (len(m) * 8).to_bytes(8, "big")
    for o in range(0, len(p), 64):
        w = [int.from_bytes(p[o + i:o + i + 4], "big") for i in range(0, 64, 4)]
        for i in range(16, 80):
            w.append(rol(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1))
        a, b, c, d, e = h
        for i in range(80):
            f, k = ((b & c | ~b & d, 0x5A827999), (b ^ c ^ d, 0x6ED9EBA1), (b & c | b & d | c & d, 0x8F1BBCDC), (b ^ c ^ d, 0xCA62C1D6))[i // 20]
            a, b, c, d, e = (rol(a, 5) + f + e + k + w[i]) & 0xFFFFFFFF, a, rol(b, 30), c, d
        h = [(x + y) & 0xFFFFFFFF for x, y in zip(h, (a, b, c, d, e))]
    return b"".join(x.to_bytes(4, "big") for x in h).hex()


print(sha1(b""), sha1(b"abc"), sha1(b"a" * 200))


def varint(n):
    out = bytearray()
    while True:
        out.append(n & 127 | (128 if n > 127 else 0)); n >>= 7
        if not n:
            return bytes(out)


print([varint(n) for n in (0, 1, 127, 128, 300, 2 ** 32, 2 ** 64)], (-5).to_bytes(4, "little", signed=True), int.from_bytes(b"\xff\xfe", "big", signed=True), (1000).to_bytes(2, "big") + bytes(2), bytes.fromhex("dead beef")[::-1])
for v, n, o, s in ((256, 1, "big", False), (-1, 2, "big", False), (128, 1, "little", True), (1, -1, "big", False), (1, 2, "middle", False)):
    try:
        print(v.to_bytes(n, o, signed=s))
    except (OverflowError, ValueError) as e:
        print(type(e).__name__, e)
x = bytearray(b"attack at dawn"); key = b"lemon"
for i in range(len(x)):
    x[i] ^= key[i % len(key)]
print(x.hex(), bytes(c ^ key[i % 5] for i, c in enumerate(x)), bytes(a & b for a, b in zip(b"\xf0\x0f", b"\xff\x00")), b"%s:%d" % (b"k", 5), b"".join(sorted([b"b", b"a", b"ab"])), sorted(b"hello"), max(b"az"), min(b"az"), list(map(chr, b"hi")), dict(enumerate(b"ab")), b"a" in {b"a": 1}, {bytes([1]), b"\x01"})
