# descriptors: data and non-data, order of lookup, __set_name__, __delete__, class access, bound behaviour
log = []
class Data:
    def __set_name__(self, o, n): self.name = "_" + n; log.append(f"{o.__name__}.{n}")
    def __get__(self, o, c=None): return self if o is None else ("data", o.__dict__.get(self.name), c.__name__)
    def __set__(self, o, v): o.__dict__[self.name] = v
    def __delete__(self, o): log.append("delete"); o.__dict__.pop(self.name, None)
class NonData:
    def __get__(self, o, c): return ("nondata", o is None, c.__name__)
class SetOnly:
    def __set__(self, o, v): log.append(("set", v))
class Plain: pass
class C:
    d = Data(); n = NonData(); s = SetOnly(); p = Plain()
    e = f = Data()
print(log); log.clear()
c = C(); print(c.d, c.n, C.n, C.d is C.__dict__["d"], type(c.s).__name__)
c.d = 1; c.__dict__["d"] = "inst"; c.n = "inst n"; c.s = 5; print(c.d, c.n, c.__dict__, log); c.__dict__["s"] = "inst s"; print(c.s)
del c.d, c.n; print(c.d, c.n, log)
for f in (lambda: delattr(c, "s"), lambda: delattr(c, "n"), lambda: delattr(c, "zz"), lambda: Data().__get__(c, C), lambda: object.__getattribute__(c, "q")):
    try: print(f())
    except AttributeError as e: print(type(e).__name__, e)
class Typed:
    def __init__(self, t): self.t = t
    def __set_name__(self, o, n): self.n = n
    def __get__(self, o, c): 
        if o is None: return self
        try: return o.__dict__[self.n]
        except KeyError: raise AttributeError(self.n + " unset") from None
    def __set__(self, o, v):
        if not isinstance(v, self.t): raise TypeError(f"{self.n} must be {self.t.__name__}, not {type(v).__name__}")
        o.__dict__[self.n] = v
class Pt:
    x = Typed(int); y = Typed((str)); 
    def __init__(self, x, y): self.x, self.y = x, y
print(vars(Pt(1, "a")))
for a in ((1, 2), ("x", "y")):
    try: Pt(*a)
    except TypeError as e: print(e)
p = Pt.__new__(Pt)
try: p.x
except AttributeError as e: print(e)
class Bad:
    def __set_name__(self, o, n): raise ValueError("no name")
try:
    class H: a = Bad()
except RuntimeError as e: print(e, "|", repr(e.__cause__))
except ValueError as e: print("value", e)
class Meth:
    def __init__(self, f): self.f = f
    def __get__(self, o, c): return lambda *a: ("bound", c.__name__, self.f(o, *a))
class M:
    @Meth
    def go(self, a): return (self is not None, a)
    __call__ = Meth(lambda self, x: x * 2)
    __len__ = Meth(lambda self: 7)
    __getitem__ = Meth(lambda self, k: k)
    __add__ = lambda self, o: "added"
m = M(); print(m.go(1), M.go(2), m(4), m[3], m + 1)
try: len(m)
except TypeError as e: print(e)
class Own:
    v = NonData(); 
    def __getattribute__(self, n): return ("hook", n)
print(Own().v, Own.v)
class Late: pass
l = Late(); print(getattr(l, "d", None)); Late.d = Data(); print(hasattr(l, "d"))
try: l.d
except AttributeError as e: print(e)
Late.d.__set_name__(Late, "d"); l.d = 3; print(l.d, vars(l)); del Late.d; print(vars(l), hasattr(l, "d"))
class Sub(C):
    d = "plain"; n = Data()
s = Sub(); s.d = 1; s.n = 2; print(s.d, s.n, vars(s))
class InstAttr: pass
i = InstAttr(); i.d = Data(); print(type(i.d).__name__)
f = C.__dict__["d"]; print(f.__get__(c, C), f.__get__(None, C) is f, int.__add__.__get__(5)(6), str.upper.__get__("ab")(), (lambda s: s).__get__("self")())
class CP:
    def __get__(self, o, c): return c.__name__.lower()
class A: name = CP()
class B(A): pass
print(A.name, B.name, B().name); A.name = "replaced"; print(B.name)
class Counter:
    def __init__(self): self.n = 0
    def __get__(self, o, c): self.n += 1; return self.n
class K: t = Counter()
k = K(); print(k.t, k.t, K.t, [k.t for _ in range(3)]); k.t = "own"; print(k.t, K.t)
