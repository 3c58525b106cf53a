# list mutation: item, slice and extended-slice assignment and deletion, and all mutating methods.

def t(f, *a, **k):
    try:
        print(repr(f(*a, **k)))
    except Exception as e:
        print(type(e).__name__ + ":", e)


a = list(range(10))


def setitem(i, v):
    a[i] = v
    return a


def delitem(i):
    del a[i]
    return a


for i, v in ((0, "z"), (-1, "y"), (slice(1, 3), "abcd"), (slice(5, 5), [None]), (slice(0, 0), ()), (slice(3, 1), [7]), (slice(None), range(6)), (slice(None, None, 2), "xyz"), (slice(None, None, -1), [1, 2, 3, 4, 5, 6]), (slice(100, 200), [8, 9]), (slice(-3, None), []), (slice(1, None, 3), iter("pq"))):
    t(setitem, i, v)
for i, v in ((99, 1), (-99, 1), ("a", 1), (1.5, 1), (None, 0), (slice(0, 2), 5), (slice(None, None, 2), [1]), (slice(None, None, 0), []), (slice(0, 1), None), (slice("a"), []), (slice(None, None, 2), 5)):
    t(setitem, i, v)
a[:] = range(12)
for i in (0, -1, slice(1, 3), slice(None, None, 3), slice(None, None, -2), slice(5, 1), slice(50, 60), 99, -99, "x", slice(None, None, 0), None):
    t(delitem, i)
a[:] = [1, 2, 3]
a[1:2] = a; print(a)
a[:0] = a; print(a)
a[::2] = a[1::2]; print(a)
a += a; print(len(a)); a *= 2; print(len(a)); a[5:] = []; print(a)
a += "xy"; a += (1,); a += {5: 6}; a += range(2); print(a)
for f in (lambda: a.append(), lambda: a.append(1, 2), lambda: a.extend(5), lambda: a.extend(), lambda: a.insert(1), lambda: a.insert("a", 1), lambda: a.pop(99), lambda: a.pop("a"), lambda: [].pop(), lambda: [].pop(0), lambda: a.pop(1, 2), lambda: a.remove("zz"), lambda: a.remove(), lambda: a.clear(1), lambda: a.reverse(1), lambda: a.copy(1), lambda: a.append(x=1), lambda: a.__iadd__(5), lambda: a.__imul__("a")):
    t(f)


def iadd(v):
    global a
    a += v


def imul(v):
    global a
    a *= v


t(iadd, 5)
t(imul, "x")
t(imul, 1.5)
b = []
print(b.append(1), b.extend("abc"), b.insert(0, "first"), b.insert(-1, "pen"), b.insert(99, "last"), b.insert(-99, "zero"), b)
print(b.pop(), b.pop(0), b.pop(-2), b.pop(True), b.remove("b"), b, b.reverse(), b, b.copy(), b.clear(), b)


def gen():
    yield 1
    yield 2
    raise ValueError("stop here")


c = [0]
t(c.extend, gen())
print(c)
c[:] = [1, 2, 3, 4]
for x in c:
    if x == 2:
        c.remove(2)
    print(x, end=" ")
print(c)
c = [1, 2]
for x in c:
    if len(c) < 6:
        c.append(x * 10)
print(c)
c.extend(c); print(c)
it = iter(c); c.clear(); print(list(it), next(it, "done"))
it = iter([1, 2, 3]); print(next(it), it.__length_hint__(), list(it), it.__length_hint__())
it = reversed([1, 2, 3]); print(next(it), it.__length_hint__(), list(it), list(it))
d = [1, 2, 3]; del d[1], d[0]; print(d); del d[:]; print(d)
e = [[0] * 2] * 2; e[0][0] = 5; print(e); e[1] = [7]; print(e)
i = 0
i, d[i:] = 1, [9]
print(i, d)
