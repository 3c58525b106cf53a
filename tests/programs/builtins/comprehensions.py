# List, set, dict comprehensions and generator expressions: scope, nesting, conditions, walrus, evaluation order.

n = 10
print([x for x in range(5)], [x * y for x in range(3) for y in range(x)], [x for x in range(10) if x % 2 if x > 3], [[j for j in range(i)] for i in range(4)], {x % 3 for x in range(9)}, {k: v for k, v in zip("abc", range(3))}, list(x for x in "ab"), [a + b for a, b in [(1, 2), (3, 4)]], [x for x, in [(1,), (2,)]], [y for x, *y in ["abc", "de"]])
print([n for n in range(3)], n, [(lambda: i)() for i in range(3)], [f() for f in [lambda: i for i in range(3)]], [f() for f in [lambda i=i: i for i in range(3)]], sum(x for x in range(5)), max((x, -x) for x in range(3)), "".join(str(d) for d in [1, 2]), dict((k, k * 2) for k in "ab"), tuple(x for x in [1]), sorted((y for y in "hello"), reverse=True))
print([y := 5, y ** 2], y, [z := i for i in range(3)], z, [last for i in range(5) if (last := i * 2) > 3], last, any((hit := c).isdigit() for c in "ab3c"), hit, {(k := i): k * 2 for i in range(2)}, k)
log = []


def e(x):
    log.append(x)
    return x


print({e(1): e(2) for _ in e([0])}, log); log.clear()
print([e(i) for i in e([1, 2]) if e(i > 1)], log); log.clear()
print([(i, j) for i in e([1, 2]) for j in e([i])], log); log.clear()
g = (e(i) for i in e([1, 2])); print(log, next(g), log); log.clear()
try:
    g = (x for x in 5)
except TypeError as err:
    print(err)
try:
    g = (y for x in [1] for y in 5); print("lazy"); next(g)
except TypeError as err:
    print(err)
try:
    [undefined_name for _ in [1]]
except NameError as err:
    print(err)
try:
    [x for x in [1] if 1 / 0]
except ZeroDivisionError as err:
    print(err)


class C:
    a = 5
    items = [1, 2]
    doubled = [i * 2 for i in items]
    try:
        bad = [a for _ in items]
    except NameError as err:
        msg = str(err)
    gen = list(i for i in items)


print(C.doubled, C.msg, C.gen, hasattr(C, "i"))


def outer(m):
    t = 3
    return [[t * i + j + m for j in range(2)] for i in range(2)], {t: [t for t in range(2)]}, t, (lambda: [t + q for q in range(2)])()


print(outer(100))


def gen():
    got = yield [(x, y) for x in range(2) for y in "ab"]
    yield [got + x for x in range(2)]


q = gen(); print(next(q), q.send(10))
x = "outer"; r = [x for x in range(3)]; print(x, r)
print([*(i for i in range(3)), *[7]], {**{i: i for i in range(2)}}, [i if i else "zero" for i in range(2)], [not i for i in (0, 1)], [i for i in range(3) if not i % 2 or i == 1], {i: j for i in range(3) for j in range(i)}, {frozenset([i]) for i in (1, 1)} == {frozenset([1])}, [[], [[]]] == [[], [[] for _ in range(1)]])
m = [[1, 2, 3], [4, 5, 6]]; print([[row[i] for row in m] for i in range(3)], [v for row in m for v in row if v % 2], [*map(list, zip(*m))], {v: [w for w in row if w != v] for row in m for v in row if v in (1, 5)})
ge = (i * j for i in range(3) for j in range(2)); print(list(ge), list(ge), type(ge).__name__, ge.__name__, ge.__qualname__)
d = {}; [d.setdefault(len(w), []).append(w) for w in "a bb cc d".split()]; print(d); [d[k] for d[k] in []]; print([o for o.__class__ in []] if False else "done")
it = iter(range(6)); print([(a, next(it)) for a in it])
