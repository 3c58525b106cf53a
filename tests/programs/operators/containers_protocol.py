# __len__, __getitem__, __iter__, __next__, __contains__, __reversed__, __missing__, __length_hint__, __index__ and old-style iteration
class Old:
    def __init__(self, n): self.n = n
    def __getitem__(self, i):
        if isinstance(i, slice): return ("slice", i.start, i.stop, i.step)
        if isinstance(i, tuple): return ("tuple", i)
        if i >= self.n: raise IndexError("end")
        return i * i
o = Old(4); print(list(o), 9 in o, 5 in o, *o, [x for x in o], sum(o), max(o), tuple(o), sorted(o, reverse=True), o[1:2], o[::3], o[1, 2], o[...] if False else "", list(zip(o, "ab")), list(enumerate(o)), dict(zip("abcd", o)), set(o) == {0, 1, 4, 9}, list(map(str, o)), list(iter(o)), "-".join(map(str, o)), all(o), any(o), list(filter(None, o)))
a, *b = o; print(a, b)
class Len(Old):
    def __len__(self): return self.n
print(len(Len(3)), bool(Len(0)), bool(Len(1)), list(reversed(Len(4))), list(Len(2)))
class It:
    def __init__(self, n): self.n = n
    def __iter__(self): return self
    def __next__(self):
        if not self.n: raise StopIteration
        self.n -= 1; return self.n
i = It(4); print(next(i), 1 in i, list(i), next(i, "d"), list(It(3)), [*It(2)], min(It(3)))
class Two:
    def __iter__(self): yield from (1, 2)
    def __reversed__(self): return iter("rev")
    def __contains__(self, x): return x == "magic"
    def __len__(self): return 10
t = Two(); print(list(t), list(reversed(t)), "magic" in t, 1 in t, 1 not in t, len(t), list(t), dict.fromkeys(t), [x for x in t for y in t])
def tries(*fs):
    for f in fs:
        try: print(f(), end="; ")
        except Exception as e: print(f"{type(e).__name__}: {e}", end="; ")
    print()
class BadIter:
    def __iter__(self): return 1
class NoneIter: __iter__ = None
class NoneContains:
    __contains__ = None
    def __iter__(self): return iter([1])
class NoNext:
    def __iter__(self): return self
class BadLen:
    def __init__(self, v): self.v = v
    def __len__(self): return self.v
class RaisingNext:
    def __iter__(self): return self
    def __next__(self): raise KeyError("in next")
class KeyErr:
    def __getitem__(self, k): raise KeyError(k)
class Hint:
    def __init__(self, h): self.h = h
    def __length_hint__(self): return self.h
    def __iter__(self): return iter([1, 2])
tries(lambda: list(BadIter()), lambda: list(NoneIter()), lambda: 1 in NoneContains(), lambda: list(NoNext()), lambda: len(BadLen(-1)), lambda: len(BadLen("x")), lambda: len(BadLen(2.0)), lambda: len(BadLen(2 ** 70)), lambda: len(BadLen(True)), lambda: list(RaisingNext()), lambda: list(KeyErr()), lambda: 1 in KeyErr(), lambda: next(5), lambda: next(Two()), lambda: reversed(It(1)), lambda: reversed({1}), lambda: iter(5), lambda: 5 in 5, lambda: "a" in 5, lambda: 1 in "abc", lambda: bool(BadLen(-5)), lambda: list(Hint(5)), lambda: list(Hint(-1)), lambda: list(Hint("x")), lambda: list(Hint(NotImplemented)), lambda: iter(lambda: 1), lambda: iter(5, 6), lambda: [1, 2][BadLen(1)], lambda: reversed(Old(2)))
class Ind:
    def __init__(self, v): self.v = v
    def __index__(self): return self.v
tries(lambda: [1, 2, 3][Ind(1)], lambda: "abc"[Ind(-1)], lambda: (1, 2)[Ind(5)], lambda: [1][Ind("x")], lambda: range(Ind(3)), lambda: [0] * Ind(2), lambda: list(range(10))[Ind(2):Ind(8):Ind(3)], lambda: bin(Ind(5)), lambda: int(Ind(7)), lambda: float(Ind(3)), lambda: "ab" * Ind(2), lambda: bytes(Ind(2)), lambda: chr(Ind(65)), lambda: round(2.567, Ind(1)), lambda: [1, 2, 3].pop(Ind(0)), lambda: "%d" % Ind(3), lambda: "%x" % Ind(255), lambda: 1 << Ind(2), lambda: hex(Ind(255)), lambda: [1][Ind(2 ** 80)], lambda: "{:d}".format(Ind(1)), lambda: int("11", Ind(2)), lambda: divmod(Ind(1), 2))
calls = iter(lambda c=[0]: c.append(1) or len(c), 4); print(list(calls))
class D(dict):
    def __missing__(self, k): return f"<{k}>"
d = D(a=1); print(d["a"], d["b"], d.get("b"), "b" in d, "%(x)s %(a)s" % d, "{q}".format_map(d))
class Matrix:
    def __init__(self): self.c = {}
    def __setitem__(self, k, v): self.c[k] = v
    def __getitem__(self, k): return self.c.get(k, 0)
    def __delitem__(self, k): del self.c[k]
m = Matrix(); m[1, 2] = 5; m[1, 2] += 3; m["k"] = m[1, 2], m[0]; print(m.c); del m[1, 2]; print(m.c)
tries(lambda: m.__delitem__("zz"), lambda: Old(1).__setitem__, lambda: exec_del(Old(1)))
def dele(x): del x[0]
def seti(x): x[0] = 1
tries(lambda: dele(Old(1)), lambda: seti(Old(1)), lambda: dele((1,)), lambda: seti("s"), lambda: dele(5), lambda: seti(None), lambda: seti(range(2)), lambda: dele({}), lambda: dele([]), lambda: seti([]), lambda: seti({1}), lambda: dele("x"))
