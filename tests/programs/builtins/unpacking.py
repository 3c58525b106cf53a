# Assignment targets, starred unpacking, call unpacking, swap, errors of unpacking.

a, b = 1, 2; a, b = b, a; print(a, b)
(a, b), [c, d] = (1, 2), "xy"; print(a, b, c, d)
a, *b = 1, ; print(a, b); *a, b = "abc"; print(a, b); a, *b, c = range(5); print(a, b, c); *a, = "xy"; print(a); [*a] = (); print(a); a, (b, *c), *d = 1, "xyz", 3, 4; print(a, b, c, d)
a = b = c = [1]; print(a is b is c); a, b = c = 5, 6; print(a, b, c); x = [0, 0]; i, x[i] = 1, 9; print(i, x); x[0], x[1] = x[1], x[0]; print(x)
for src in ((1,), (1, 2, 3), "a", "abc", [], {1: 2}, range(5), iter([1]), 5, None):
    try:
        a, b = src
        print("ok")
    except (TypeError, ValueError) as e:
        print(type(e).__name__, e)
for src in ((), (1,), (1, 2), iter("a")):
    try:
        a, *b, c = src
        print(a, b, c)
    except ValueError as e:
        print(e)


def gen():
    print("start", end=" ")
    yield 1
    print("second", end=" ")
    yield 2
    print("third", end=" ")
    yield 3
    print("end")


try:
    a, b = gen()
except ValueError as e:
    print(e)
a, b, c = gen(); print(a, b, c)


def f(*args, **kw):
    return args, kw


print(f(*[1, 2], 3, *"ab", k=1, **{"x": 2}, **{"y": 3}), f(*(), **{}), f(*range(2), *range(2)), f(*{1: 2}, *{3}), f(**dict(a=1), b=2))
for g in (lambda: f(**{"a": 1}, **{"a": 2}), lambda: f(a=1, **{"a": 2}), lambda: f(*5), lambda: f(**5), lambda: f(**{1: 2}), lambda: f(*1, 2), lambda: [*5], lambda: {*5}, lambda: {**5}, lambda: (*None,), lambda: {**[("a", 1)]}, lambda: {*[[]]}):
    try:
        print(g())
    except TypeError as e:
        print(e)
print([*range(3), *"ab"], (*[1], 2), {*[1, 1], 2}, {**{"a": 1}, "a": 2}, {"a": 0, **{"a": 1}}, [*[], *()], *[1, 2], *"", sep=",")
order = []


def o(v):
    order.append(v)
    return v


class T:
    def __setattr__(self, n, v):
        order.append((n, v))

    def __setitem__(self, k, v):
        order.append((k, v))

    def __getitem__(self, k):
        order.append(("get", k))
        return 10


q = T()
q.a, q[o("k")], (q.b, *q.c) = o(1), o(2), [o(3), o(4), o(5)]; print(order); order.clear()
q[o(1)] = q[o(2)] = o(3); print(order); order.clear()
q[o("i")] += o(5); print(order); order.clear()
{o(1): o(2), o(3): o(4)}; f(o(5), *[o(6)], k=o(7), **{"z": o(8)}); [o(9), o(10)]; print(order); order.clear()
for i, (j, *k) in [(1, "abc"), (2, "d")]:
    print(i, j, k, end="; ")
for x[0] in range(3):
    pass
for q.attr in "ab":
    pass
print(x, order)
for a, in [(1,), [2]]:
    print(a, end=" ")
with open(__file__) as (fh): print(fh.closed)
(a) = 5; [b] = [6]; (c,) = (7,); () = []; [] = (); print(a, b, c)
d = {"k": 1}; d["k"], d["n"] = 2, d["k"]; print(d); s, = {"only"}; print(s); (x, y), z = "ab", "c"; print(x, y, z); a, b = {"p": 1, "q": 2}; print(a, b); h = t = 0; (h, t) = divmod(17, 5); print(h, t)
a, b, *rest = *"xy", *[1, 2]; print(a, b, rest); first, *_ = [1, 2, 3]; print(first, _); print(*(lambda *a: a)(*"ab", *"c"), (lambda a, *b, c=3, **d: (a, b, c, d))(1, 2, c=4, e=5))


class It:
    def __iter__(self):
        return iter([1, 2])


a, b = It(); print(a, b, [*It()], f(*It())); a, *b = It(); print(a, b)
