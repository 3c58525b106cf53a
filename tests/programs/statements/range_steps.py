"""Loops over ranges whose step is known at run time only."""


def steps(a, b, s):
    out = []
    for i in range(a, b, s):
        out.append(i)
        if len(out) > 6:
            break
    else:
        out.append("end")
    return out


def total(a, b, s):
    t = 0
    for i in range(a, b, s):
        t += i * 2 + 1
    return t, i


def changing(n, s):
    out = []
    for i in range(0, n, s):
        s = 1000
        n = 0
        out.append(i)
        i = -1
    return out, s


def sieve(n):
    flags = [True] * n
    for i in range(2, n):
        if flags[i]:
            for k in range(i * i, n, i):
                flags[k] = False
    return [i for i in range(2, n) if flags[i]]


def lazily(a, b, s):
    for i in range(a, b, s):
        got = yield i
        if got:
            s = got


def nested(n, s):
    return [(i, j) for i in range(0, n, s) for j in range(i, n, s + i)]


class Index:
    def __index__(self):
        return 3


big = 1 << 60
for args in ((0, 10, 3), (0, 10, 100), (10, 0, 3), (10, 0, -3), (0, 0, 1), (5, 6, 1), (True, 9, True), (-7, 7, 5), (Index(), 20, Index()),
             (big - 2, big + 9, 4), (0, big, big - 1), (0, 2 * big, big), (0, 1 << 62, 1 << 61), (-big, big, big), (0, 10, 1 << 70),
             (2 ** 63, 2 ** 63 + 20, 7), ((1 << 61) - 3, 1 << 61, 2), (-(1 << 61), -(1 << 61) + 9, 4)):
    print(args[:2] if isinstance(args[0], Index) is False else "index", steps(*args))
for bad in ((0, 5, 0), (0, 5, False), (0, 5, 1.0), (0, "5", 1), (None, 5, 1)):
    try:
        print(steps(*bad))
    except (TypeError, ValueError) as e:
        print(type(e).__name__, e)
print(total(0, 1000, 7), total(3, 100000, 11), total(-50, 50, 9))
print(changing(10, 4), sieve(60), list(lazily(0, 20, 6)), nested(9, 4))
g = lazily(1, 100, 25)
print(next(g), g.send(5), next(g), list(g))
try:
    total(5, 0, 2)
except UnboundLocalError as e:
    print(e)
