# __new__, __init__, __init_subclass__, __class_getitem__, instance creation errors, __call__ order
class A:
    def __new__(cls, *a, **k): print("new", cls.__name__, a, k, end="; "); return super().__new__(cls)
    def __init__(self, *a, **k): print("init", a, k)
A(); A(1, x=2)
class Single:
    inst = None
    def __new__(cls, *a):
        if cls.inst is None: cls.inst = super().__new__(cls)
        return cls.inst
    def __init__(self, v): self.v = v
print(Single(1) is Single(2), Single.inst.v)
class Other:
    def __new__(cls, *a): return "not an instance"
    def __init__(self): print("never")
print(Other(), Other(1, 2))
class SubInst:
    def __new__(cls, k=None): return object.__new__(Kid if k else cls)
    def __init__(self, k=None): self.k = k
class Kid(SubInst): pass
print(type(SubInst(1)).__name__, SubInst(1).k, type(SubInst()).__name__, type(Kid()).__name__)
def tries(*fs):
    for f in fs:
        try: print(f())
        except Exception as e: print(type(e).__name__, e)
class RetInit:
    def __init__(self): return 5
class NoInit: pass
class OnlyNew:
    def __new__(cls, a): return object.__new__(cls)
class OnlyInit:
    def __init__(self, a): pass
class BadNew:
    def __new__(cls): return object.__new__(int)
class ExtraNew:
    def __new__(cls, a): return object.__new__(cls, a)
class Both:
    def __new__(cls, a): return object.__new__(cls)
    def __init__(self, a, b): pass
tries(RetInit, lambda: NoInit(1), lambda: NoInit(x=1), OnlyNew, lambda: OnlyNew(1) and 1, OnlyInit, lambda: OnlyInit(1, 2), BadNew, lambda: ExtraNew(1), lambda: Both(1), lambda: Both(1, 2) and 2, lambda: object(1), lambda: object.__new__(), lambda: object.__new__(5), lambda: int.__new__(str), lambda: object.__init__(NoInit(), 1), lambda: NoInit.__init__(), lambda: object.__new__(int))
class Reg:
    subs = []
    def __init_subclass__(cls, /, tag=None, **kw): super().__init_subclass__(**kw); cls.tag = tag; Reg.subs.append((cls.__name__, tag))
class R1(Reg, tag="t1"): pass
class R2(R1): pass
class R3(R2, tag=3): pass
print(Reg.subs, R1.tag, R2.tag)
def mk(**kw): return type("Dyn", (Reg,), {}, **kw)
tries(lambda: mk(tag=1).tag, lambda: mk(bad=1), lambda: type("X", (), {}, k=1))
try:
    class Z(A, weird=1): pass
except TypeError as e: print(e)
class GI:
    def __class_getitem__(cls, k): return (cls.__name__, k)
class GK(GI): pass
print(GI[int], GK["a", 1]); tries(lambda: NoInit[int], lambda: GI()[0], lambda: int[str])
class Im(tuple):
    def __new__(cls, x, y): return super().__new__(cls, (x, y))
    x = property(lambda s: s[0]); y = property(lambda s: s[1])
    def __repr__(self): return f"Im(x={self.x}, y={self.y})"
i = Im(1, 2); print(i, i == (1, 2), len(i), i + (3,), isinstance(i, tuple), hash(i) == hash((1, 2)))
class Up(str):
    def __new__(cls, s="", n=1): return super().__new__(cls, s.upper() * n)
    def __init__(self, s="", n=1): self.n = n
u = Up("ab", n=2); print(u, u.n, type(u).__name__, type(u + "x").__name__, u == "ABAB", {u: 1}["ABAB"])
class Ev(int):
    def __new__(cls, v):
        if v % 2: raise ValueError(f"{v} is odd")
        return super().__new__(cls, v)
print(Ev(4) + 1, type(Ev(4) + 2).__name__); tries(lambda: Ev(3))
class Call:
    def __init__(self, n): self.n = n
    def __call__(self, *a, **k): return self.n, a, k
c = Call(1); print(c(), c(2, x=3), list(map(c, "ab"))); c.__call__ = lambda: "inst"; print(c())
tries(lambda: NoInit()(), lambda: Call.__call__(c, 5))
D = type("D", (Call,), {"__doc__": "dyn", "v": 5, "double": lambda self: self.v * 2}); print(D.__name__, D(7)(), D(1).double(), D.__doc__, D.__module__, D.__qualname__, type(D), repr(D))
tries(lambda: type(), lambda: type(1, 2), lambda: type("X", 5, {}), lambda: type("X", (), 5), lambda: type(5, (), {}), lambda: type("X", (5,), {}), lambda: type("a\0b", (), {}))
print(type(type("", (), {})).__name__, type("X", (), {"__qualname__": "Q.X"}).__qualname__, type("Y", (object,), dict(a=1)).a)
