# Sorting young items of an old list while comparisons and keys allocate.
class N:
    def __init__(self, v): self.v = v
    def __lt__(self, other):
        x = [self.v, (other.v,)]
        return str(x[0]).zfill(6) < str(x[1][0]).zfill(6)
def numbers(n, seed):
    out = []
    for _ in range(n):
        seed = (seed * 1103515245 + 12345) % 2147483648
        out.append(seed % 1000)
    return out
kept = []
for i in range(300): kept.append(N(i))
for r in range(3):
    kept.extend([N(v) for v in numbers(150, r)])
    kept.sort(reverse=r == 1)
    print([n.v for n in kept[::37]], len(kept))
words = ["w%d" % v for v in numbers(400, 9)]
words.sort(key=lambda w: (len(w), [w[::-1]]))
print(words[::40])
ordered = sorted(numbers(100, 4) + list(range(50)) * 2, key=lambda v: N(v))
print(ordered[::9])
class A: pass
class B(A): pass
def classes(n):
    for i in range(n):
        C = type("C%d" % i, (B,), {"x": i})
        D = type("D%d" % i, (A,), {})
        E = type("E%d" % i, (C, D), {"__slots__": ["slot%d_%d" % (i, k) for k in range(12)]})
        yield [c.__name__ for c in E.__mro__], E.x, E.slot0_1 if i == 0 else 0
for c in classes(6): print(c)
def many(*args, a=1, b=2, **rest): return len(args), args[-1], a, b, sorted(rest.items())
print(many(*[str(i) for i in range(40)], **{"k%d" % i: [i] for i in range(20)}))
