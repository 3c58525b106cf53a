# every TypeError of binding arguments to parameters
def f0(): return ()
def f1(a): return a
def f2(a, b): return a, b
def f3(a, b, c): return a, b, c
def f4(a, b, c, d): return a, b, c, d
def d1(a, b=2): return a, b
def d2(a=1, b=2): return a, b
def v(a, *r): return a, r
def k1(*, x): return x
def k2(*, x, y, z=3): return x, y, z
def k3(a, *, x, y): return a, x, y
def p(a, b, /, c, *, d): return a, b, c, d
def po(a, /, b=1): return a, b
def kw(a, **k): return a, k
def every(a, b=1, *r, c, d=2, **k): return a, b, r, c, d, k
class C:
    def m(self): return "m"
    def n(self, a, b=1): return a, b
    @classmethod
    def c(cls, a): return a
    @staticmethod
    def s(a): return a
    def __call__(self, q): return q
class I:
    def __init__(self, a, b): self.ab = a, b
def show(call, *a, **k):
    try: print("->", call(*a, **k))
    except TypeError as e: print(e)
show(f0); show(f0, 1); show(f0, 1, 2); show(f0, x=1); show(f1); show(f1, 1, 2); show(f1, b=1); show(f1, 1, a=2); show(f1, a=1)
show(f2); show(f2, 1); show(f2, b=1); show(f2, 1, 2, 3); show(f2, 1, c=3); show(f3); show(f3, 1); show(f3, b=2); show(f4); show(f4, 1); show(f4, 1, 2, 3)
show(d1); show(d1, b=1); show(d1, 1, 2, 3); show(d2, 1, 2, 3); show(d2, 1, a=1); show(d2, 1, 2, c=1); show(d2, b=5)
show(v); show(v, *"abc"); show(v, 1, a=2); show(v, r=1); show(v, a=1)
show(k1); show(k1, 1); show(k1, 1, x=1); show(k1, y=1); show(k2); show(k2, x=1); show(k2, y=1); show(k2, x=1, y=2); show(k2, 1, 2, x=1, y=2)
show(k3); show(k3, 1); show(k3, 1, 2, 3); show(k3, 1, 2, x=3); show(k3, 1, 2, x=3, y=4); show(k3, x=1, y=1)
show(p, 1, 2, 3, d=4); show(p, 1, 2, c=3, d=4); show(p, 1, b=2, c=3, d=4); show(p, a=1, b=2, c=3, d=4); show(p, 1, 2); show(p); show(p, 1, 2, 3, 4, d=1); show(p, 1, 2, 3)
show(po, a=1); show(po, a=1, b=2); show(po, 1, b=3); show(po)
show(kw, 1, b=2); show(kw, b=2); show(kw, 1, 2); show(kw, 1, a=2)
show(every, 1, c=2); show(every, 1); show(every, 1, 2, 3, c=4, e=5); show(every, c=1); show(every)
c = C()
show(c.m, 1); show(c.n); show(c.n, 1, 2, 3); show(C.m); show(C.n, c); show(c.c); show(C.c, 1, 2); show(c.s); show(c.s, 1, 2); show(c); show(c, 1, 2); show(c, z=1); show(C, 1); show(C, x=1)
show(I); show(I, 1); show(I, 1, 2, 3); show(I, b=1); show(I, a=1, b=2, c=3)
lam = lambda x, y=1: x
show(lam); show(lam, 1, 2, 3); show(lam, z=1)
def outer():
    def inner(a): return a
    return inner
show(outer()); show(outer(), 1, 2)
for bad in (lambda: f1(*5), lambda: f1(**5), lambda: f1(**{1: 2}), lambda: f1(*[1], **{"a": 2}), lambda: f1(a=1, **{"a": 2}), lambda: kw(1, **{"b": 1}, **{"b": 2}),
            lambda: f1(*None), lambda: f1(1, *None), lambda: f1(**None), lambda: c.m(*5), lambda: C(**[1]), lambda: 5(), lambda: "s"(1), lambda: None(), lambda: c.m()(), lambda: [](1), lambda: kw(1, **{"a b": 2}), lambda: every(1, c=1, **{"é": 2}),
            lambda: len(*5), lambda: print(**{"sep": 5}), lambda: int(*(1, 2, 3, 4)), lambda: f1(*1, *2), lambda: f1(x=1, **7)):
    try: print(bad())
    except TypeError as e: print(e)
print(f1.__call__(3), C.n(c, 1), C.__call__(c, 4), (lambda *a, k=1, **q: (a, k, q))(1, 2, k=3, z=4))
