# Random arguments for the whole math module, shown with eleven digits.

import math

seed = 20231


def rnd(n):
    global seed
    seed = (seed * 6364136223846793005 + 1442695040888963407) & 0xFFFFFFFFFFFFFFFF
    return (seed >> 33) % n


def pick(v):
    return v[rnd(len(v))]


one = "sin cos tan atan sinh cosh tanh asinh exp expm1 erf erfc gamma lgamma cbrt degrees radians fabs floor ceil".split()
for name in one:
    f = getattr(math, name)
    print(name, *(f"{f(x):.11g}" for x in ((rnd(2000000) - 1000000) / 61111 + 0.0137 for _ in range(14))))
for name in "log log2 log10 log1p sqrt exp2".split():
    f = getattr(math, name)
    print(name, *(f"{f(x):.11g}" for x in ((rnd(1000000) + 1) / 10 ** rnd(7) if name != "exp2" else rnd(1000) / 17 for _ in range(14))))
for name in "asin acos atanh".split():
    f = getattr(math, name)
    print(name, *(f"{f((rnd(1999) - 999) / 1000):.11g}" for _ in range(14)))
print("acosh", *(f"{math.acosh(1 + rnd(10 ** 6) / 999):.11g}" for _ in range(14)))
for name in "atan2 hypot fmod remainder copysign pow".split():
    f = getattr(math, name)
    print(name, *(f"{f(rnd(10000) / 77, (rnd(1000) + 1) / 31):.11g}" for _ in range(14)))
for _ in range(12):
    n, k = rnd(60), rnd(20)
    print(math.comb(n, k), math.perm(n, k), math.gcd(n * 12, k * 18), math.lcm(n + 1, k + 1), math.isqrt(n ** 7), math.factorial(k), end="; ")
print()
for _ in range(20):
    x = (rnd(10 ** 9) - 5 * 10 ** 8) * 2.0 ** (rnd(60) - 30)
    m, e = math.frexp(x); assert math.ldexp(m, e) == x
    a, b = math.modf(x); assert a + b == x
    print(m, e, math.trunc(x), math.floor(x), math.ceil(x), math.ulp(x), math.nextafter(x, 0) - x, end="; ")
print()
v = [rnd(1000) / 7 for _ in range(50)]; print(f"{math.fsum(v):.12g} {math.prod(v[:10]):.11g} {math.dist(v[:5], v[5:10]):.11g} {math.hypot(*v):.11g}")
