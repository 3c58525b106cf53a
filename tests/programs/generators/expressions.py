# generator expressions and comprehensions: scope, laziness, nesting, conditions, early evaluation of the first iterable
x = "outer"
print([x for x in range(3)], x, {x: x for x in "ab"}, x, {x for x in [1]}, x, list(x for x in "q"), x)
def f():
    y = 2
    return [y * i for i in range(3)], [i for i in range(y)], [[i * j for j in range(y)] for i in range(3)], [(a, b) for a in range(3) for b in range(a)], sum(i for i in range(y + 3) if i % 2)
print(f())
n = [3]
g = (i + n[0] for i in n); n = [100]; print(list(g))
src = [1, 2, 3]; g = (v for v in src); src.append(4); print(list(g), list(g))
class K:
    items = [1, 2]; n = 10
    a = [i for i in items]
    try: b = [i * n for i in items]
    except NameError as e: print(e)
    c = list(map(lambda i, n=n: i * n, items))
print(K.a, K.c)
print([i for i in range(20) if i % 2 if i % 3 if i > 5], [i if i % 2 else -i for i in range(5)], [(i, j) for i in range(3) if i for j in range(3) if j != i], [k for k, in [(1,), (2,)]], [b for a, *b in ["abc", "d"]])
print([[j for j in i] for i in ("ab", "c")], [z for z in [y for y in [x for x in range(3)]]], {k: {v for v in range(k)} for k in range(3)}, [lambda: 0 for _ in ()], [*(i for i in range(2)), *[j for j in "z"]])
print([y := 5, y ** 2], [last := i for i in range(3)], last, any((hit := c).isdigit() for c in "ab3d"), hit, [t for v in range(4) if (t := v * 2) > 2], (lambda: [q := 1, q])())
def gen(): 
    return (i for i in range(3)), type(i for i in ()).__name__, (i for i in "ab").__name__, (i for i in ()).__qualname__
a, *b = gen(); print(list(a), b)
def lazily(log): return (log.append(i) or i for i in range(5))
log = []; z = lazily(log); print(next(z), next(z), log, next(i for i in z if i > 2), log, list(z), log)
print(dict((k, v) for v, k in enumerate("ab")), "".join(c.upper() for c in "abc"), sorted((-i for i in range(3))), max((len(w), w) for w in "a bbb cc".split()), sum(1 for _ in "abc"))
for bad in (lambda: [i for i in 5], lambda: [i / 0 for i in range(2)], lambda: [a for a, b in [(1, 2, 3)]], lambda: {[]: 1 for _ in "a"}, lambda: {[] for _ in "a"}, lambda: [undefined for _ in "a"], lambda: [i for i in range(2) if i.foo], lambda: list(i / 0 for i in range(2)), lambda: (i for i in 5)):
    try: print(bad())
    except Exception as e: print(type(e).__name__, e)
def clos(): return [h() for h in [(lambda v=v, w=w: (v, w)) for v in "ab" for w in (1, 2)]]
print(clos())
m = [[1, 2, 3], [4, 5, 6]]; print([[r[c] for r in m] for c in range(3)], [v for r in m for v in r], list(zip(*m)), [sum(r) for r in m])
print([i for i in range(10)][2:5], [c for c in "hello" if c not in "aeiou"], {w: len(w) for w in ("a", "bb")}, {len(w) for w in ("a", "bb", "cc")} == {1, 2}, [x for x in (1, 2, 3) if (lambda v: v > 1)(x)])
primes = [n for n in range(2, 50) if all(n % d for d in range(2, int(n ** 0.5) + 1))]; print(primes)
def pipeline(n): return sum(x for x in (y * y for y in (z + 1 for z in range(n))) if x % 2)
print(pipeline(10))
