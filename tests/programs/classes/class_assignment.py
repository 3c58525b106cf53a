# __class__ assignment, dynamic type(), class attributes named like instances, copying classes
class A:
    def __init__(self): self.x = 1
    def who(self): return "A", self.x
class B:
    def who(self): return "B", self.x, self.extra()
    def extra(self): return "e"
class Slotted: __slots__ = ("x",)
class Slotted2: __slots__ = ("x",)
class I(int): pass
class L(list): pass
class L2(list):
    def total(self): return sum(self)
a = A(); print(a.who()); a.__class__ = B; print(a.who(), type(a) is B, isinstance(a, A), a.__class__.__name__)
for o, c in ((a, int), (a, 5), (a, Slotted), (I(1), A), (5, I), (L(), A), ([], L), (Slotted(), A), (a, list), (None, A)):
    try: o.__class__ = c; print("ok", type(o).__name__)
    except (TypeError, AttributeError) as e: print(type(e).__name__, e)
try: del a.__class__
except TypeError as e: print(e)
l = L([1, 2]); l.__class__ = L2; print(l.total(), l)
s = Slotted(); s.x = 4; s.__class__ = Slotted2; print(s.x, type(s).__name__)
class State:
    def __init__(self): self.log = []
    def switch(self, cls): self.__class__ = cls; return self
class Open(State):
    def act(self): self.log.append("close"); return self.switch(Closed)
class Closed(State):
    def act(self): self.log.append("open"); return self.switch(Open)
st = Open()
for _ in range(5): st.act()
print(st.log, type(st).__name__)
def make(name, **attrs): return type(name, (A,), attrs)
Ks = [make(f"K{i}", i=i, get=lambda self: self.i * 2) for i in range(4)]
print([k().get() for k in Ks], [k.__name__ for k in Ks], Ks[2]().who(), Ks[0].__bases__[0].__name__)
T = type("T", (), {}); T.attr = 1; t = T(); T.method = lambda self, y: (self.attr, y); print(t.method(2), T.__dict__.get("attr"))
class Meta_like:
    registry = {}
    def __init_subclass__(cls): Meta_like.registry[cls.__name__] = cls
for n in "XYZ": type(n, (Meta_like,), {"n": n})
print(sorted(Meta_like.registry), Meta_like.registry["Y"].n, Meta_like.registry["X"].__mro__[1].__name__)
class Copy: pass
src = type("Src", (), {"f": lambda self: "f", "v": [1]}); Copy2 = type("Copy2", src.__bases__, {k: v for k, v in vars(src).items() if not k.startswith("__")}); print(Copy2().f(), Copy2.v is src.v)
A.__name__ = "Renamed"; A.__qualname__ = "Q.Renamed"; print(A.__name__, A.__qualname__, A().__class__.__name__, repr(A))
for bad in (5, None):
    try: A.__name__ = bad
    except TypeError as e: print(e)
try: int.__name__ = "x"
except TypeError as e: print(e)
try: int.foo = 1
except TypeError as e: print(e)
try: del int.real
except TypeError as e: print(e)
try: "".upper = 1
except AttributeError as e: print(e)
class Shared: items = []; count = 0
x, y = Shared(), Shared(); x.items.append(1); x.count += 1; x.count += 1; print(y.items, y.count, x.count, Shared.count, vars(x)); x.items = ["own"]; print(y.items, Shared.items); Shared.count = 9; print(y.count, x.count)
print(type(5) is int, type(type) is type, type(A) is type, type(A()) is A, A().__class__ is A, isinstance(A, type), type(None).__name__, type(NotImplemented).__name__, type(...).__name__, type(print).__name__, type(range(1)).__name__)
class WithClassProp:
    @property
    def __class__(self): return int
w = WithClassProp(); print(isinstance(w, int), type(w).__name__, w.__class__)
