# Set algebra over many generated sets, checked against sorted lists; printing order of ints.

seed = 7


def rnd(n):
    global seed
    seed = (seed * 1103515245 + 12345) & 0x7FFFFFFF
    return (seed >> 8) % n


for size in (3, 8, 20, 100):
    for _ in range(4):
        a = {rnd(size * 2) for _ in range(size)}
        b = {rnd(size * 2) for _ in range(size)}
        u, i, d, x = a | b, a & b, a - b, a ^ b
        assert u == set(sorted(a) + sorted(b)) and i == {v for v in a if v in b} and d == {v for v in a if v not in b} and x == (u - i)
        assert len(u) + len(i) == len(a) + len(b) and i <= a <= u and d.isdisjoint(b) and (a < b) == (a != b and a <= b)
        c = set(a); c |= b; assert c == u; c &= a; assert c == a; c ^= b; assert c == x; c -= a; assert c == b - a
        f = frozenset(a); assert f == a and hash(f) == hash(frozenset(sorted(a, reverse=True))) and f | b == u and type(f - b) is frozenset
        print(len(u), len(i), len(d), len(x), sum(u), end="; ")
    print()
print({5, 3, 1, 4}, {8, 0, 16, 24}, {100, 1, 50}, {-1, -2, 0, 1}, set(range(10, 0, -1)), {9, 17, 1, 25, 33}, {2 ** 40, 2 ** 41, 1}, {0.5, 1.5, 2.5}, {True, False, 2}, {10 ** 20, 5}, set([64, 32, 128, 0]))
s = set()
for i in (40, 8, 16, 24, 0, 32, 1):
    s.add(i); print(s, end=" ")
print()
for i in (8, 24, 0):
    s.discard(i); print(s, end=" ")
s.add(8); s.add(72); print(s, s.pop(), s.pop(), s)
s = set(range(50))
for i in range(0, 50, 2):
    s.remove(i)
s.update(range(100, 110)); print(s, len(s))
print(s & set(range(0, 200, 5)), set(range(0, 200, 5)) & s, s - set(range(5, 105)), set(range(5)) ^ s & set(range(10)), {1, 2} | {3}, {3} | {1, 2}, {33, 1} - {1}, {7, 15, 23} & {23, 15})
primes = set(range(2, 200)) - {m for i in range(2, 15) for m in range(i * i, 200, i)}
print(sorted(primes)[:10], len(primes), max(primes), primes & set(range(100, 120)))


def powerset(v):
    out = [frozenset()]
    for e in v:
        out += [p | {e} for p in out]
    return out


p = powerset([1, 2, 3]); print(p, len(set(p)), sorted(map(sorted, p)), set(p) == set(powerset([3, 2, 1])))
