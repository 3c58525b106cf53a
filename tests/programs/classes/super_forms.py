# super in all forms: zero arguments, two, one, classes, static, class methods, properties, closures, errors
class A:
    v = "A.v"
    def __init__(self, *a): self.log = ["A" + str(a)]
    def m(self): return "A.m"
    @classmethod
    def c(cls): return "A.c " + cls.__name__
    @staticmethod
    def s(): return "A.s"
    @property
    def p(self): return "A.p"
    def __getitem__(self, k): return ("A", k)
    def __repr__(self): return f"<{type(self).__name__}>"
    def __eq__(self, o): return "A.eq"
    __hash__ = object.__hash__
class B(A):
    v = "B.v"
    def __init__(self, *a): super().__init__(*a, "from B"); self.log.append("B")
    def m(self): return "B>" + super().m()
    @classmethod
    def c(cls): return "B>" + super().c()
    @staticmethod
    def s(): return "B>" + super(B, B).s()
    @property
    def p(self): return "B>" + super().p
    def __getitem__(self, k): return super().__getitem__(k) + ("B",)
    def attrs(self): return super().v, self.v, super().__repr__(), super().__eq__(1)
    def nested(self):
        def inner(): return super(B, self).m()
        return inner(), (lambda: super(B, self).m())(), [super(B, self).m() for _ in range(1)]
    def inner_zero(self):
        def inner(me): return super().m()
        return inner(self)
    def cls_cell(self): return __class__
    def kw(self, *args, **kw): return super().m()
    def gen(self): yield super().m(); yield super().v
class C(B):
    def m(self): return "C>" + super().m()
    def skip(self): return super(B, self).m()
b, c = B(1), C(2)
print(b.log, c.log, b.m(), c.m(), c.skip(), B.c(), c.c(), b.s(), C.s(), b.p, c.p, b[1], c[2])
print(b.attrs(), c.attrs(), c.nested(), c.inner_zero(), c.cls_cell().__name__, c.kw(1, a=2), list(c.gen()))
print(super(B, c).m(), super(C, c).v, super(C, C).c(), super(B, C).v, super(A, c).__str__()[:3])
s = super(B, c); print(s.__thisclass__.__name__, s.__self__ is c, s.__self_class__.__name__, repr(s), type(s).__name__)
def no_args(): super()
def one_not_self(x): return super()
class Bad:
    def none(): return super()
    def deleted(self):
        del self
        return super()
    def rebound(self): self = 5; return super().m()
    def missing(self): return super().nothing
    def setit(self): super().x = 1
for f in (no_args, lambda: one_not_self(1), Bad.none, Bad().deleted, Bad().rebound, Bad().missing, Bad().setit, lambda: super(B, 5), lambda: super(5, b), lambda: super(C, b), lambda: super(int, "s"), lambda: super(B).m, lambda: super(B, b, 1), lambda: super(B, c).zzz, lambda: super(x=1)):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
class D(dict):
    def __setitem__(self, k, v): super().__setitem__(k, v * 2)
    def __missing__(self, k): return ("missing", k)
    def get(self, k, d=None): return super().get(k, d) or "none"
d = D(a=1); d["b"] = 2; print(d, d["zz"], d.get("q"), d.get("b"))
class L(list):
    def append(self, v): super().append((v, len(self)))
    def __len__(self): return super().__len__() + 100
l = L(); l.append("x"); l.append("y"); print(list(l), len(l))
class S(str):
    def __new__(cls, v): return super().__new__(cls, v.upper())
    def __add__(self, o): return S(super().__add__(o))
print(S("ab") + "cd", type(S("a") + "b").__name__)
class N(int):
    def __add__(self, o): return N(super().__add__(o) * 10)
    def __repr__(self): return f"N{super().__repr__()}"
print(N(2) + 3, N(1) + N(1) + 1)
class E(ValueError):
    def __init__(self, a): super().__init__("wrapped", a); self.a = a
    def __str__(self): return "E:" + super().__str__()
print(E(5), repr(E(5)), E(5).args)
class Attr:
    def __getattribute__(self, n): return ("got", n) if n.startswith("x") else super().__getattribute__(n)
    def __setattr__(self, n, v): super().__setattr__(n, [v])
    def __delattr__(self, n): print("del", n); super().__delattr__(n)
o = Attr(); o.y = 1; print(o.xx, o.y); del o.y
def late(self): return super(LateC, self).m()
class LateC(A): pass
LateC.m2 = late; print(LateC().m2())
def mk():
    class Q(A):
        def m(self): return "Q>" + super().m()
    return Q
print([k().m() for k in (mk(), mk())])
