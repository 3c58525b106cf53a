# subclasses of int, float, str, bytes, list, dict, tuple, set, frozenset: overrides, results' types, repr, attributes
class I(int):
    def __add__(self, o): return I(int(self) + int(o))
    def __str__(self): return f"I<{int(self)}>"
    def twice(self): return self * 2
class F(float):
    def __repr__(self): return f"F({float.__repr__(self)})"
class S(str):
    def __getitem__(self, i): return S(super().__getitem__(i)) if isinstance(i, slice) else super().__getitem__(i) + "!"
    def shout(self): return self.upper() + "!"
class By(bytes): pass
class L(list):
    def __getitem__(self, i): return super().__getitem__(i % len(self)) if isinstance(i, int) else L(super().__getitem__(i))
    def first(self): return self[0]
class D(dict):
    def __missing__(self, k): self[k] = v = f"made {k}"; return v
    def __getattr__(self, n):
        try: return self[n] if n in self else dict.__getitem__(self, n)
        except KeyError: raise AttributeError(n) from None
class T(tuple):
    def __new__(cls, *a): return super().__new__(cls, a)
    def sum(self): return sum(self)
class Se(set):
    def add(self, x): super().add(x * 10)
class Fs(frozenset): pass
i = I(5); print(i, repr(i), i + 3, type(i + 3).__name__, i - 1, type(i - 1).__name__, i.twice(), [i], {i: 1}[5], i == 5, hash(i) == hash(5), f"{i}", f"{i:03d}", "%d %s" % (i, i), I("12"), I(), bool(I(0)), range(10)[i], [1, 2, 3, 4, 5, 6][i], -i, abs(I(-3)), i.bit_length(), divmod(i, 2), i < 6, max(i, I(9)))
f = F(1.5); print(f, str(f), f + 1, type(f + 1).__name__, [f], f"{f:.2f}", F("2.5"), f.is_integer(), round(f), int(f), f == 1.5)
s = S("hello"); print(s, s[0], s[1:3], type(s[1:3]).__name__, s.shout(), type(s.shout()).__name__, s + "x", type(s + "x").__name__, s == "hello", len(s), s in {"hello"}, "".join([s, s]), list(s), "%s" % s, s.split("l"), s * 2, {s: 1}["hello"], sorted([S("b"), S("a")]))
print(By(b"ab") + b"c", By(b"xy")[0], type(By(b"a")[:]).__name__, By(b"q"))
l = L([1, 2, 3]); print(l, l[4], l[-1], l[0:2], type(l[0:2]).__name__, l.first(), type(l + [1]).__name__, type(l * 2).__name__, type(l.copy()).__name__, l == [1, 2, 3], [*l], len(l), sorted(l, reverse=True)); l.extra = 1; print(vars(l)); a, b, c = l; print(a, b, c); l[1] = 9; l.append(4); del l[0]; print(l, 9 in l)
d = D(a=1); print(d, d["a"], d["zz"], d, d.a, d.get("q"), "q" in d, type(d.copy()).__name__, d == {"a": 1, "zz": "made zz"}, len(d), {**d}, list(d.items()), D.fromkeys("ab"), type(D.fromkeys("a")).__name__, d | {"x": 1}, type(d | {}).__name__)
try: d.missing
except AttributeError as e: print(repr(e))
t = T(1, 2, 3); print(t, t.sum(), t[0:2], type(t[0:2]).__name__, t + (4,), t == (1, 2, 3), hash(t) == hash((1, 2, 3)), len(t), t * 2, sorted(T(3, 1)), T()); t.tag = "x"; print(t.tag); x, *y = t; print(x, y, isinstance(t, tuple), "%s-%s-%s" % t)
e = Se([1]); e.add(2); print(sorted(e), type(e | {3}).__name__, type(e.copy()).__name__, 20 in e, e, Fs("aab") == frozenset("ab"), type(Fs("a") & {"a"}).__name__, {Fs("a"): 1}[frozenset("a")], Fs())
class Rev(list):
    def __iter__(self): return iter(self[::-1])
    def __len__(self): return 99
    def __contains__(self, x): return "always"
    def __eq__(self, o): return "eq"
r = Rev([1, 2, 3]); print(list(r), tuple(r), [*r], len(r), 77 in r, r == 1, sum(r), max(r), sorted(r), list(zip(r, "abc")), list(enumerate(r))[0], ",".join(map(str, r)), dict.fromkeys(r), r[0]); p, q, w = r; print(p, q, w)
class KD(dict):
    def __getitem__(self, k): return "G" + str(super().get(k))
    def keys(self): return ["fake"]
    def __iter__(self): return iter(["it"])
k = KD(a=1); print(k["a"], k.get("a"), list(k), dict(k), "%(a)s" % k, "{a}".format_map(k), (lambda **kw: kw)(**k), {**k}, list(k.values()), len(k))
class Str2(str):
    def __str__(self): return "STR"
    def __repr__(self): return "REPR"
    def __format__(self, s): return "FMT" + s
    def __len__(self): return 42
    def __hash__(self): return 1
    def __eq__(self, o): return True
z = Str2("real"); print(z, repr(z), f"{z}", f"{z:x}", "%s" % z, "{}".format(z), str(z), len(z), [z], "a" + z, z + "b", z.upper(), z == "no", hash(z), "".join([z]))
class Idx(int):
    def __index__(self): return 1
    def __int__(self): return 7
    def __hash__(self): return 99
    def __eq__(self, o): return int.__eq__(self, o)
    def __bool__(self): return False
n = Idx(3); print([10, 20, 30, 40][n], int(n), n + 1, bool(n), hash(n), n == 3, "abcd"[n], f"{n}", range(n), n.real, type(n.real).__name__, float(n), str(n), hex(n), not n)
