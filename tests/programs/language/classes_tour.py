# classes: MRO, super, properties, slots, dunders
class Base:
    def __init_subclass__(cls, **kw):
        super().__init_subclass__()
        print("subclass", cls.__name__, kw)
    def hello(self): return "Base.hello"
class Left(Base, tag=1):
    def hello(self): return "Left>" + super().hello()
class Right(Base):
    def hello(self): return "Right>" + super().hello()
class Both(Left, Right):
    def hello(self): return "Both>" + super().hello()
print(Both().hello(), [c.__name__ for c in Both.__mro__])
try:
    class Bad(Base, Both): pass
except TypeError as e: print(e)
class Slots:
    __slots__ = ("a", "b")
    def __init__(self): self.a = 1
s = Slots(); print(s.a)
try: s.c = 1
except AttributeError as e: print(e)
try: s.b
except AttributeError as e: print(e)
class V:
    def __init__(self, x, y): self.x, self.y = x, y
    def __add__(self, o): return V(self.x + o.x, self.y + o.y) if isinstance(o, V) else NotImplemented
    def __radd__(self, o): return ("radd", o)
    def __mul__(self, k): return V(self.x * k, self.y * k)
    __rmul__ = __mul__
    def __eq__(self, o): return isinstance(o, V) and (self.x, self.y) == (o.x, o.y)
    def __hash__(self): return hash((self.x, self.y))
    def __repr__(self): return f"V({self.x}, {self.y})"
    def __len__(self): return 2
    def __getitem__(self, i): return (self.x, self.y)[i]
    def __contains__(self, v): return v in (self.x, self.y)
    def __bool__(self): return bool(self.x or self.y)
    def __neg__(self): return V(-self.x, -self.y)
    def __call__(self, *a, **k): return a, k
    def __iadd__(self, o): self.x += o.x; self.y += o.y; return self
    def __lt__(self, o): return self.x < o.x
    def __format__(self, spec): return f"<{spec}:{self.x}>"
    def __iter__(self): yield self.x; yield self.y
v = V(1, 2)
print(v + V(3, 4), 5 + v, v * 3, 3 * v, v == V(1, 2), len(v), v[1], 2 in v, bool(V(0, 0)), -v, v(1, k=2))
w = v; v += V(10, 10); print(v, w is v, sorted([V(3, 1), V(1, 1)]), f"{v:abc}", list(v), {V(1,1): 2}[V(1,1)])
try: v + 1
except TypeError as e: print(e)
try: v < 1
except AttributeError as e: print(e)
try: [] < v
except TypeError as e: print(e)
class G:
    def __getattr__(self, n):
        if n.startswith("x"): return n.upper()
        raise AttributeError(n)
    def __setattr__(self, n, v): print("set", n, v); object.__setattr__(self, n, v)
    def __delattr__(self, n): print("del", n); super().__delattr__(n)
g = G(); g.y = 5; print(g.y, g.xab); del g.y
try: g.y
except AttributeError as e: print("AE", e)
class D:
    def __get__(self, o, t=None): return ("get", o is None, t.__name__)
    def __set__(self, o, v): print("dset", v)
    def __set_name__(self, owner, name): print("name", owner.__name__, name)
class H: d = D()
print(H.d, H().d); H().d = 4
print(type(v).__name__, type(type(v)), isinstance(True, int), issubclass(Both, Base), callable(v), hasattr(v, "zz"), getattr(v, "zz", 7))
class L(list):
    def __init__(self, *a): super().__init__(*a); self.tag = "t"
    def total(self): return sum(self)
l = L([1, 2, 3]); l.append(4); print(l, l.total(), l.tag, len(l), type(l[1:]), l == [1,2,3,4])
class I(int):
    def __add__(self, o): return I(int(self) + o + 100)
print(I(5) + 1, I(5) * 2, type(I(5) + 1).__name__)
class E(Exception):
    def __str__(self): return "custom " + repr(self.args)
try: raise E(1, 2)
except E as e: print(e, repr(e))
T = type("T", (Base,), {"z": 3, "m": lambda self: self.z + 1}); print(T().m(), T.__name__, T.__bases__)
print(vars(v), v.__dict__, V.__name__, V.__qualname__, V.__module__, v.__class__)
v.__dict__["new"] = 9; print(v.new, dir(v)[-3:])
del v.new
try: del v.new
except AttributeError as e: print(e)
class P:
    @property
    def r(self): "doc r"; return 1
    @classmethod
    def make(cls): return cls()
try: P().r = 2
except AttributeError as e: print(e)
print(P.r.__doc__, P.make().r, P.make)
class N:
    class Inner:
        def f(self): return __class__.__qualname__
    def __del__(self): pass
print(N.Inner().f(), N.Inner)
def outer():
    class Loc: pass
    return Loc
print(outer(), outer().__qualname__)
o = object(); print(o == o, o != o, hash(o) == hash(o))
