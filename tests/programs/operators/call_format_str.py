# __call__, __format__, __repr__, __str__, __bytes__, conversions: __int__, __float__, __complex__, __round__, __trunc__, __bool__
def tries(*fs):
    for f in fs:
        try: print(f(), end="; ")
        except Exception as e: print(f"{type(e).__name__}: {e}", end="; ")
    print()
class R:
    def __repr__(self): return "R()"
class S(R):
    def __str__(self): return "S!"
class F(S):
    def __format__(self, spec): return f"<{spec}>"
for c in (R, S, F): x = c(); print(str(x), repr(x), f"{x}", f"{x!r}", f"{x!s:>5}|", "%s %r" % (x, x), "{} {!r:>6}".format(x, x), [x], {1: x}, (x,), format(x), str([x]), f"{x=}")
class Bad:
    def __init__(self, v): self.v = v
    def __repr__(self): return self.v
    __str__ = __format__ = __bytes__ = __int__ = __float__ = __index__ = __complex__ = __round__ = lambda self, *a: self.v
for v in (5, None, "ok", b"b", 2.5, [1]): b = Bad(v); tries(lambda: repr(b), lambda: str(b), lambda: f"{b}", lambda: bytes(b), lambda: int(b), lambda: float(b), lambda: complex(b), lambda: round(b), lambda: round(b, 2), lambda: hex(b), lambda: "%s" % b, lambda: "%d" % b, lambda: "%f" % b, lambda: [b], lambda: print(b))
tries(lambda: format(R(), "x"), lambda: f"{R():>5}", lambda: format(5, 5), lambda: format([], "d"), lambda: format(None, "s"), lambda: f"{None:>5}", lambda: format("s", "d"), lambda: format(5, "s"), lambda: format(2.5, "d"), lambda: format(1, "q"), lambda: "{:x}".format("s"), lambda: format(int, ""), lambda: format({}, ">3"), lambda: f"{1:{'>'}{5}}", lambda: f"{'a':^{3}}", lambda: f"{True:d}", lambda: f"{True}", lambda: f"{True:>6}", lambda: f"{b'x'!s}", lambda: f"{3:c}", lambda: f"{object():}"[:7])
class Num:
    def __int__(self): return 7
    def __float__(self): return 1.5
    def __complex__(self): return 1 + 2j
    def __round__(self, n=None): return ("round", n)
    def __trunc__(self): return "trunc"
    def __floor__(self): return "floor"
    def __ceil__(self): return "ceil"
    def __abs__(self): return "abs"
    def __divmod__(self, o): return ("divmod", o)
    def __rdivmod__(self, o): return ("rdivmod", o)
    def __bool__(self): return False
    def __bytes__(self): return b"bytes"
    def __dir__(self): return ["b", "a"]
    def __sizeof__(self): return 5
import math
n = Num(); print(int(n), float(n), complex(n), round(n), round(n, 2), math.floor(n), math.ceil(n), math.trunc(n), abs(n), divmod(n, 3), divmod(3, n), bool(n), bytes(n), dir(n), math.sqrt(n) == 1.5 ** 0.5, "%d" % n, "%.1f" % n)
class Trunc:
    def __trunc__(self): return 3
print(int(Trunc()) if True else 0)
class C:
    def __call__(self, *a, **k): return a, k
class Nest:
    def __call__(self): return C()
class CallProp:
    @property
    def __call__(self): return lambda: "via property"
class CallStatic:
    __call__ = staticmethod(lambda *a: ("static", a))
class CallClass:
    @classmethod
    def __call__(cls, *a): return (cls.__name__, a)
class CallCls: __call__ = C()
class CallNone: __call__ = None
print(C()(1, x=2), Nest()()(3), CallProp()(), CallStatic()(1), CallClass()(2), CallCls()(3), callable(CallNone()), callable(C()), list(map(C(), [1])), sorted([3, 1], key=CallStatic().__call__), C().__call__(5))
tries(lambda: CallNone()(), lambda: R()(), lambda: "s"(), lambda: (1)(2), lambda: [1](0), lambda: {}(), lambda: R().missing(), lambda: None(), lambda: R.nope())
class Lazy:
    def __init__(self, f): self.f = f
    def __str__(self): return str(self.f())
    def __eq__(self, o): return self.f() == o
    def __lt__(self, o): return self.f() < o
    def __bool__(self): return bool(self.f())
    def __int__(self): return int(self.f())
z = Lazy(lambda: 5); print(z, z == 5, z < 6, 4 < 5 > 3, int(z), bool(Lazy(list)), "yes" if z else "no", f"{z!s:>3}", "%s" % z)
class Rec:
    def __init__(self): self.me = self; self.l = [self]
    def __repr__(self): return f"Rec({self.l})" if len(self.l) > 1 else "Rec"
print(Rec(), [Rec()]); l = []; l.append(l); d = {}; d["d"] = d; t = (l, d); print(l, d, t); s = [1]; s += [s, [s]]; print(s)
