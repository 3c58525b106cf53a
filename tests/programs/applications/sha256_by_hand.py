"""SHA-256, MD5, CRC-32 and Adler-32 written out, on known messages."""

import math


def primes(n):
    found, i = [], 2
    while len(found) < n:
        if all(i % p for p in found):
            found.append(i)
        i += 1
    return found


def root_bits(p, root):
    """The first 32 bits of the fraction of a root, with integers only."""
    scaled = p << (32 * root)
    low, high = 0, 1 << 40
    while low < high:
        mid = (low + high + 1) // 2
        if mid**root <= scaled:
            low = mid
        else:
            high = mid - 1
    return low & 0xFFFFFFFF


K = [root_bits(p, 3) for p in primes(64)]
START = [root_bits(p, 2) for p in primes(8)]


def rotr(x, n):
    return ((x >> n) | (x << (32 - n))) & 0xFFFFFFFF


def sha256(message):
    state = list(START)
    padded = message + b"\x80" + bytes(-(len(message) + 9) % 64) + (8 * len(message)).to_bytes(8, "big")
    for block in range(0, len(padded), 64):
        w = [int.from_bytes(padded[block + i : block + i + 4], "big") for i in range(0, 64, 4)]
        for i in range(16, 64):
            s0 = rotr(w[i - 15], 7) ^ rotr(w[i - 15], 18) ^ (w[i - 15] >> 3)
            s1 = rotr(w[i - 2], 17) ^ rotr(w[i - 2], 19) ^ (w[i - 2] >> 10)
            w.append((w[i - 16] + s0 + w[i - 7] + s1) & 0xFFFFFFFF)
        a, b, c, d, e, f, g, h = state
        for i in range(64):
            t1 = h + (rotr(e, 6) ^ rotr(e, 11) ^ rotr(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + w[i]
            t2 = (rotr(a, 2) ^ rotr(a, 13) ^ rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))
            a, b, c, d, e, f, g, h = (t1 + t2) & 0xFFFFFFFF, a, b, c, (d + t1) & 0xFFFFFFFF, e, f, g
        state = [(x + y) & 0xFFFFFFFF for x, y in zip(state, (a, b, c, d, e, f, g, h))]
    return b"".join(x.to_bytes(4, "big") for x in state).hex()


def md5(message):
    shifts = [7, 12, 17, 22] * 4 + [5, 9, 14, 20] * 4 + [4, 11, 16, 23] * 4 + [6, 10, 15, 21] * 4
    table = [int(abs(math.sin(i + 1)) * 2**32) & 0xFFFFFFFF for i in range(64)]
    state = [0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476]
    padded = message + b"\x80" + bytes(-(len(message) + 9) % 64) + (8 * len(message)).to_bytes(8, "little")
    for block in range(0, len(padded), 64):
        m = [int.from_bytes(padded[block + i : block + i + 4], "little") for i in range(0, 64, 4)]
        a, b, c, d = state
        for i in range(64):
            if i < 16:
                f, g = (b & c) | (~b & d), i
            elif i < 32:
                f, g = (d & b) | (~d & c), (5 * i + 1) % 16
            elif i < 48:
                f, g = b ^ c ^ d, (3 * i + 5) % 16
            else:
                f, g = c ^ (b | ~d & 0xFFFFFFFF), 7 * i % 16
            f = (f + a + table[i] + m[g]) & 0xFFFFFFFF
            a, d, c = d, c, b
            b = (b + ((f << shifts[i]) | (f >> (32 - shifts[i])))) & 0xFFFFFFFF
        state = [(x + y) & 0xFFFFFFFF for x, y in zip(state, (a, b, c, d))]
    return b"".join(x.to_bytes(4, "little") for x in state).hex()


def crc32(message, crc=0):
    crc ^= 0xFFFFFFFF
    for byte in message:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0xEDB88320 if crc & 1 else 0)
    return crc ^ 0xFFFFFFFF


def adler32(message):
    a, b = 1, 0
    for byte in message:
        a = (a + byte) % 65521
        b = (b + a) % 65521
    return b << 16 | a


print(hex(K[0]), hex(K[-1]), hex(START[0]), hex(START[7]))
for message in (b"", b"abc", b"a" * 55, b"a" * 56, b"a" * 64, bytes(range(256)), "zażółć".encode()):
    print(len(message), sha256(message))
    print("   ", md5(message), f"{crc32(message):08x}", f"{adler32(message):08x}")
print(sha256(sha256(b"chain").encode()))
print(crc32(b"world", crc32(b"hello ")) == crc32(b"hello world"))
