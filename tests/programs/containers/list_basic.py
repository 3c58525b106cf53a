# list: construction, indexing, slicing, operators, comparison, repr, membership.

def t(f, *a, **k):
    try:
        print(repr(f(*a, **k)))
    except Exception as e:
        print(type(e).__name__ + ":", e)


print(list(), list("abc"), list(range(4)), list({1: 2}), list((1, 2)), [*range(3), *"ab"], [[]] * 3, [1, 2] + [3], [0] * 3, 2 * [1, 2], [1] * 0, [1] * -5)
a = [10, 20, 30, 40, 50]
for i in (-6, -5, -1, 0, 4, 5, True, 10 ** 20, "a", 1.0, None, (1,), slice(1, "a")):
    t(lambda: a[i])
for lo in (None, -9, -2, 0, 2, 9):
    for hi in (None, -8, -1, 0, 3, 8):
        print(a[lo:hi], a[lo:hi:2], a[lo:hi:-1], a[hi:lo:-3], end=" ")
    print()
t(lambda: a[::0])
t(lambda: a + (1,))
t(lambda: a + 5)
t(lambda: 5 + a)
t(lambda: a * "x")
t(lambda: a * 1.5)
t(lambda: a - a)
t(lambda: a < (1,))
t(lambda: a < 5)
t(lambda: list(5))
t(lambda: list(None))
t(lambda: list(1, 2))
t(lambda: list(x=1))
t(lambda: [1] * 10 ** 30)
t(lambda: hash([]))
t(lambda: {[]: 1})
print([1, 2] < [1, 3], [1, 2] < [1, 2, 0], [] < [0], [2] > [1, 9], [1, 2] == [1, 2], [1] == [1.0], [1, [2]] == [1, [2]], [1] != (1,), [1, 2] <= [1, 2], [1, "a"] == [1, "b"])
t(lambda: [1, "a"] < [1, 2])
t(lambda: [1, None] < [1, None])
t(lambda: [None] < [None, 1])
nan = float("nan")
print([nan] == [nan], nan in [nan], [nan].index(nan), [nan].count(nan), [0.0] == [-0.0], [True] == [1])
r = [1]
r.append(r)
print(r, repr(r), str([r, r]), r[1][1][1] is r)
print(3 in a, 30 in a, 30.0 in a, "x" not in a, [] in [[]], None in [None], a.index(30), a.index(30, 1), a.index(30, -3, -1), a.count(10), len(a))
t(a.index, 99)
t(a.index, 10, 1)
t(a.index, 50, 0, -1)
t(a.index)
t(a.index, 1, "a")
t(a.count)
t(a.count, 1, 2)
t([].index, 5)
t(["x"].index, "a very long text é")
x, *y = a
(p, q), *z = [(1, 2), 3]
print(x, y, p, q, z, [a[i] for i in range(-1, 2)], a is list(a), a == list(a), a[:] is a)


class E:
    def __init__(self, n):
        self.n = n

    def __eq__(self, o):
        print("eq", self.n, o if isinstance(o, int) else o.n, end=";")
        return self.n == (o if isinstance(o, int) else o.n)


es = [E(1), E(2), E(3)]
print(2 in es, es.index(3), es.count(1), E(1) == es[0], [E(1), E(5)] == [E(1), E(6)], es == es)


class L(list):
    pass


l = L([1, 2]); l.x = 5
print(l, l.x, type(l[:]).__name__, type(l + [3]).__name__, type(l * 2).__name__, type(l.copy()).__name__, l == [1, 2], isinstance(l, list), repr(l))
