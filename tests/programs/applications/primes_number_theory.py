"""Sieves, Miller-Rabin, Pollard's rho, modular arithmetic, continued fractions; big ints throughout."""

from math import gcd, isqrt


def sieve(limit):
    marks = bytearray([1]) * (limit + 1)
    marks[:2] = b"\0\0"
    for i in range(2, isqrt(limit) + 1):
        if marks[i]:
            marks[i * i :: i] = bytes(len(range(i * i, limit + 1, i)))
    return [i for i, m in enumerate(marks) if m]


def is_prime(n):
    if n < 2:
        return False
    for p in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37):
        if n % p == 0:
            return n == p
    d, r = n - 1, 0
    while not d & 1:
        d >>= 1
        r += 1
    for a in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37):
        x = pow(a, d, n)
        if x in (1, n - 1):
            continue
        for _ in range(r - 1):
            x = x * x % n
            if x == n - 1:
                break
        else:
            return False
    return True


def rho(n):
    if n % 2 == 0:
        return 2
    for c in range(1, 100):
        x = y = 2
        d = 1
        while d == 1:
            x = (x * x + c) % n
            y = (y * y + c) % n
            y = (y * y + c) % n
            d = gcd(abs(x - y), n)
        if d != n:
            return d


def factor(n):
    if n == 1:
        return []
    if is_prime(n):
        return [n]
    d = rho(n)
    return sorted(factor(d) + factor(n // d))


def extended(a, b):
    if b == 0:
        return a, 1, 0
    g, x, y = extended(b, a % b)
    return g, y, x - a // b * y


def crt(pairs):
    x, m = 0, 1
    for r, n in pairs:
        g, p, _ = extended(m, n)
        if (r - x) % g:
            return None
        x += m * ((r - x) // g * p % (n // g))
        m = m // g * n
        x %= m
    return x, m


def fraction_terms(n, count):
    """Of the square root of n."""
    m, d, a0 = 0, 1, isqrt(n)
    a, out = a0, [a0]
    while len(out) < count and a0 * a0 != n:
        m = d * a - m
        d = (n - m * m) // d
        a = (a0 + m) // d
        out.append(a)
    return out


def pell(n):
    terms = fraction_terms(n, 60)
    h0, h1, k0, k1 = 1, terms[0], 0, 1
    for a in terms[1:]:
        if h1 * h1 - n * k1 * k1 == 1:
            return h1, k1
        h0, h1, k0, k1 = h1, a * h1 + h0, k1, a * k1 + k0


primes = sieve(3000)
print(len(primes), primes[:10], primes[-3:])
assert all(is_prime(p) == (p in set(primes)) for p in range(3000))
for n in (360, 2**32 + 1, 10**15 + 37, 600851475143, 2**61 - 1, 1000003 * 998244353, 3**5 * 7**4 * 1000003):
    print(n, factor(n))
print([n for n in range(2**64, 2**64 + 200) if is_prime(n)], is_prime(2**127 - 1), is_prime(2**127 + 1))
print(extended(240, 46), extended(-35, 15), pow(3, -1, 11), pow(10**30 + 7, 12345, 10**20 + 39))
print(crt([(2, 3), (3, 5), (2, 7)]), crt([(1, 4), (3, 6)]), crt([(1, 4), (2, 6)]))
for n in (2, 7, 13, 61, 109):
    print(n, fraction_terms(n, 12), pell(n))
try:
    pow(4, -1, 8)
except ValueError as e:
    print(e)
perfect = [p for p in range(2, 130) if is_prime(p) and is_prime(2**p - 1)]
print(perfect, 2 ** (perfect[-1] - 1) * (2 ** perfect[-1] - 1))
