# tuple: construction, operators, comparison, methods, hashing, immutability, single-element repr.

def t(f, *a, **k):
    try:
        print(repr(f(*a, **k)))
    except Exception as e:
        print(type(e).__name__ + ":", e)


print(tuple(), tuple("ab"), tuple([1]), (1,), (1, 2), ((),), ((1,), [2]), 1, *(2, 3), (*"ab", 1), tuple(x * x for x in range(4)), tuple({1: 2}), () is tuple())
a = (10, 20, 30, 20)
print(a[0], a[-1], a[1:], a[::-1], a[5:], a[:-1:2], a + (1,), a * 2, 0 * a, a.count(20), a.index(20), a.index(20, 2), a.index(20, -1), 30 in a, len(a), a[True])
for f in (lambda: a[4], lambda: a[-5], lambda: a["x"], lambda: a[1.0], lambda: a[None], lambda: a[::0], lambda: a + [1], lambda: a + 1, lambda: a * "x", lambda: a.index(5), lambda: a.index(10, 1), lambda: a.index(), lambda: a.count(), lambda: tuple(5), lambda: tuple(1, 2), lambda: a < [1], lambda: a < 5, lambda: (1, "a") < (1, 2), lambda: a.append(1), lambda: hash(([],)), lambda: tuple(x=1), lambda: a.index(1, "b"), lambda: a - a):
    t(f)


def setitem():
    a[0] = 1


def delitem():
    del a[0]


def slices():
    a[0:1] = (1,)


t(setitem)
t(delitem)
t(slices)
b = ([1], 2)


def iadd():
    b[0] += [5]


t(iadd)
print(b)
print((1, 2) < (1, 3), (1,) < (1, 0), () < (0,), (2,) > (1, 9), (1, 2) == (1.0, 2.0), (1, 2) != [1, 2], (1, (2, 3)) == (1, (2, 3)), ("a", 1) < ("b", 0), (1, 2) >= (1, 2))
print(hash(()), hash((1,)), hash((1, 2, 3)), hash((1.5, (2, 3), None)) == hash((1.5, (2, 3), None)), hash((-1,)), hash((0, 0)), hash(((),)), hash((True, 2 ** 70)), hash(tuple(range(100))))
d = {(1, 2): "a", (): "e", (1,): "s"}
print(d[1, 2], d[()], d[1,], (1, 2) in d, {(1, 2), (2, 1), (1, 2)} == {(2, 1), (1, 2)})
c = 1,
e = 1, 2
print(c, e, type(c).__name__, (1), ((1)), ((1),))
a += (99,)
print(a, a[:] is a, tuple(a) is a, a.__class__.__name__)
n = ()
for i in range(50):
    n = (n,)
print(repr(n)[:60], len(repr(n)))
r = []
q = (r,)
r.append(q)
print(q, r)


class T(tuple):
    def __new__(cls, *x):
        return super().__new__(cls, x)

    def __repr__(self):
        return "T" + super().__repr__()


x = T(1, 2)
x.attr = "y"
print(x, x.attr, x + (3,), x[:], x * 1, type(x[:]).__name__, x == (1, 2), hash(x) == hash((1, 2)), {(1, 2): 5}[x], "%s-%s" % x)
it = iter((1, 2, 3))
print(next(it), it.__length_hint__(), list(it), list(it), type(it).__name__, type(reversed(())).__name__)
print(max((1, 5), (1, 4)), sorted([(2, "b"), (1, "z"), (2, "a")]), sum([(1,), (2,)], ()), dict([(1, 2)]), min((3, 1, 2)))
