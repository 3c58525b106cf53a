# set and frozenset: construction, operators, methods, comparisons, errors.

def t(f, *a, **k):
    try:
        print(repr(f(*a, **k)))
    except Exception as e:
        print(type(e).__name__ + ":", e)


print(set(), set("aab") == {"a", "b"}, {1, 1.0, True}, {*()}, frozenset(), frozenset([1, 2, 1]), set(range(5)), {3, 1, 2}, set({1: 2}), {i % 3 for i in range(10)}, frozenset("a"), {()}, {frozenset()})
a, b = {1, 2, 3, 4}, {3, 4, 5}
print(a | b, a & b, a - b, b - a, a ^ b, a.union(b, [9], "x") == {1, 2, 3, 4, 5, 9, "x"}, a.intersection(b, range(4)), a.difference(b, [1]), a.symmetric_difference([1, 1, 7]), a.union(), a.intersection(), a.difference(), a | frozenset([8]), frozenset([8]) | a, type(frozenset() | a).__name__, type(a & frozenset()).__name__)
print(a < b, a <= a, a < a, {1} < a, a > {1, 2}, a >= {9}, a == {4, 3, 2, 1}, a != b, a == frozenset(a), a == [1, 2, 3, 4], {1} <= {1}, set() < {1}, a.issubset(range(10)), a.issuperset([1]), a.isdisjoint([7, 8]), a.isdisjoint(b), {1} == {True}, frozenset([1]) < {1, 2})
for f in (lambda: a | [1], lambda: [1] | a, lambda: a & "x", lambda: a - (1,), lambda: a ^ None, lambda: a + b, lambda: a < [1], lambda: a < 5, lambda: a[0], lambda: {[]}, lambda: {1: 2} in {1}, lambda: [] in a, lambda: set(5), lambda: set(1, 2), lambda: frozenset(1, 2), lambda: hash(a), lambda: a.remove(99), lambda: a.remove("q"), lambda: a.remove([]), lambda: set().pop(), lambda: a.add(), lambda: a.add([]), lambda: a.discard([]), lambda: a.union(5), lambda: a.update(5), lambda: a.intersection(None), lambda: a.issubset(5), lambda: frozenset().add(1), lambda: a.pop(1), lambda: a * 2, lambda: set(x=1), lambda: a.difference([[]]), lambda: a.isdisjoint([[]]), lambda: a.symmetric_difference(), lambda: a.symmetric_difference(1, 2), lambda: a.copy(1), lambda: set([[1]]), lambda: frozenset([{}])):
    t(f)
c = set(a)
print(c.add(9), c.add(1), c.discard(1), c.discard(100), c.remove(2), c.update([5], (6,)), c, c.difference_update([5], {6}), c, c.intersection_update({3, 4}, [3]), c, c.symmetric_difference_update({3, 10}), c, c.pop(), c, c.clear(), c)
c |= {1, 2}; c &= {2, 3}; c ^= {2, 7}; c -= {9}; print(c)


def ior(v):
    global c
    c |= v


def isub(v):
    global c
    c -= v


t(ior, [1])
t(isub, "x")
f = frozenset([1, 2])
g = f
f |= {3}
print(f, g, f is g, f.copy() is f, frozenset(f) is f, hash(f) == hash(frozenset([3, 2, 1])), hash(frozenset()), {f: 1}[frozenset([1, 2, 3])], {frozenset([1, 2, 3])} == {f}, f in {f}, {1, 2, 3} in {f}, set(f) is f)
s = {frozenset([1])}
print({1} in s, s.discard({1}), s); s.add(frozenset([2])); s.remove({2}); print(s)
x = {1, 2, 3}
try:
    for e in x:
        x.add(e + 10)
except RuntimeError as err:
    print(err)
y = {1}
y -= y; print(y); y = {1, 2}; y ^= y; print(y); y = {1}; y.update(y, y); print(y, y | y, y & y, y - y)
big = set(range(0, 3000, 3)) & set(range(0, 3000, 5))
print(len(big), sum(big), len(set(range(1000)) ^ set(range(500, 1500))), sorted(big)[:4], min(big), max(big), 45 in big)
it = iter({1, 2, 3})
print(next(it), it.__length_hint__(), len(list(it)), type(it).__name__)


class S(set):
    pass


z = S([1, 2]); z.x = 1
print(z, z.x, type(z | {3}).__name__, type(z.copy()).__name__, type(z & z).__name__, z == {1, 2}, type(z.union([1])).__name__, repr(S()), frozenset(), repr(type("F", (frozenset,), {})([1])))
nan = float("nan")
print(len({nan, nan}), nan in {nan}, {0, 0.0, -0.0, False}, len({1, "1", b"1", (1,)}), {None, None}, {2 ** 70, 2 ** 70}, {-1, -2} == {-2, -1}, len({hash, print, len, hash}))
