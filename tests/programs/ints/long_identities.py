"""Sums, products and quotients of many lengths hold their identities, carries through whole digits included."""

COUNT = 250
LENGTHS = [1, 2, 5, 63, 64, 65, 200, 256, 1000, 5000, 20000]


class Source:
    """Bits with long runs of ones and zeros among them."""

    def __init__(self):
        self.state = 12345

    def bits(self, n):
        r = 0
        for _ in range(n // 32 + 1):
            self.state = (self.state * 6364136223846793005 + 1442695040888963407) % (1 << 64)
            word = self.state >> 32
            kind = (self.state >> 20) % 35
            if kind % 5 == 0:
                word = 0xFFFFFFFF
            elif kind % 7 == 0:
                word = 0
            r = r << 32 | word
        return r & ((1 << n) - 1)

    def length(self, i):
        return 150000 if i % 25 == 0 else LENGTHS[self.bits(20) % len(LENGTHS)]


def check(source):
    bad = 0
    digest = 0
    for i in range(COUNT):
        n, m = source.length(i), source.length(i + 1)
        a = source.bits(n) - source.bits(max(1, n - 3))
        b = source.bits(m) - source.bits(max(1, m - 2))
        c = a * b
        if b:
            q, r = divmod(c + 17, b)
            bad += q * b + r != c + 17
            bad += c // b != a
            bad += c % b != 0
            bad += a // b * b + a % b != a
        bad += (a + b) * (a - b) != a * a - b * b
        bad += (a + b) - b != a
        digest = (digest * 31 + hash(c) + hash(a - b)) % 1000000007
    return bad, digest


print(check(Source()))
