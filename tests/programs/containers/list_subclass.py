# Subclasses of list, tuple, dict and set: overridden hooks and what the built-in operations call.

class L(list):
    def __getitem__(self, i):
        return ("got", i)

    def __len__(self):
        return 42

    def __iter__(self):
        return iter(["from", "iter"])

    def __contains__(self, x):
        return x == "magic"

    def append(self, x):
        super().append(x * 2)


a = L([1, 2]); a.append(5)
print(a, a[0], a[1:], len(a), list(a), [*a], "magic" in a, 1 in a, list.__len__(a), list.__getitem__(a, 2), a == [1, 2, 10], a + [3], sorted(a), tuple(a), bool(a), a.index(2), a.pop(), repr(a), str(a), sum(map(len, a)), dict(zip(a, a)))
x, y = a
print(x, y, "".join(a), max(a), a.copy(), list.__iter__(a).__next__())
for i in a:
    print(i, end=" ")
print()


class D(dict):
    def __getitem__(self, k):
        return "get " + str(k)

    def __setitem__(self, k, v):
        super().__setitem__(k, ("set", v))

    def keys(self):
        return ["fake"]

    def __iter__(self):
        return iter(["it"])

    def __contains__(self, k):
        return True

    def get(self, k, d=None):
        return "custom get"


d = D(a=1); d["b"] = 2; d.update(c=3); d.setdefault("d", 4)
print(d, d["zz"], list(d), "q" in d, len(d), d.items(), d.values(), d.pop("a"), dict(d), {**d}, d.get(1), d == {"b": ("set", 2), "c": 3, "d": 4}, list(d.keys()), dict.__getitem__(d, "c"), d | {"e": 5}, D.fromkeys("xy"), sorted(d))


def kw(**k):
    return k


print(kw(**d))


class S(set):
    def __contains__(self, x):
        return x == 99

    def __or__(self, o):
        return "or"

    def add(self, x):
        super().add(-x)


s = S([1, 2]); s.add(5)
print(s, 99 in s, 1 in s, s | {1}, {1} | s, s & {1, 2}, s.union([7]), len(s), sorted(s), s == {1, 2, -5}, type(s - {1}).__name__, type(s.copy()).__name__, s.issubset({1, 2, -5}))


class T(tuple):
    def __getitem__(self, i):
        return "item"

    def __iter__(self):
        yield from ("x", "y")

    def __eq__(self, o):
        return "eq"

    __hash__ = tuple.__hash__


t = T((1, 2))
print(t, t[0], t[:], list(t), len(t), t == 5, t != 5, hash(t) == hash((1, 2)), {t: 1}, t + (3,), "%s" % (t,), (1, 2) == t, 1 in t, t.index(2), t.count(1), sorted(t), [*t], *t)


class P(tuple):
    x = property(lambda self: self[0])
    y = property(lambda self: self[1])

    def __new__(cls, x, y=0):
        return tuple.__new__(cls, (x, y))

    def __add__(self, o):
        return P(self.x + o.x, self.y + o.y)

    def __repr__(self):
        return "P(%r, %r)" % tuple(self)


p = P(1, 2) + P(3); print(p, p.x, p.y, p == (4, 2), p[::-1], isinstance(p, tuple), sum([P(1, 1)], P(0)), max(P(1, 5), P(2)), {P(1): "k"}[(1, 0)])
class Missing(dict):
    def __missing__(self, k):
        if k == "bad":
            raise KeyError("really " + k)
        self[k] = v = len(self)
        return v


m = Missing(); print(m["a"], m["b"], m["a"], m, m.get("c"), "c" in m, "%(z)s" % m, "{q}".format_map(m), m)
try:
    m["bad"]
except KeyError as e:
    print(repr(e), e.args)
class N(list):
    __slots__ = ("extra",)
    def __init__(self, *a, extra=None):
        super().__init__(a); self.extra = extra
n = N(1, 2, extra="e"); print(n, n.extra, n * 2, n + n, n == [1, 2], hasattr(n, "__dict__"), N() == [], type(n[:]).__name__)
