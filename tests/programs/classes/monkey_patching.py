# classes and instances patched while methods run: every cached lookup must notice
class A:
    v = 1
    def m(self): return "m1"
    def outer(self): return self.m(), self.v
    @property
    def p(self): return "p1"
    @staticmethod
    def s(): return "s1"
    @classmethod
    def c(cls): return "c1"
    def __len__(self): return 1
    def __add__(self, o): return "add1"
class B(A):
    def own(self): return self.m() + "/" + str(self.v)
a, b = A(), B()
def look(): return a.m(), a.v, a.p, a.s(), A.c(), len(a), a + 1, b.own(), b.outer(), a.outer()
def loop(change, n=4):
    out = []
    for i in range(n):
        if i == n // 2: change()
        out.append((a.m(), b.m(), a.v, b.v))
    return out
print(look()); print(loop(lambda: setattr(A, "m", lambda self: "m2"))); print(look())
print(loop(lambda: setattr(B, "m", lambda self: "Bm"))); print(loop(lambda: delattr(B, "m"))); print(loop(lambda: setattr(a, "m", lambda: "inst"))); print(loop(lambda: delattr(a, "m")))
print(loop(lambda: setattr(A, "v", 2))); print(loop(lambda: setattr(b, "v", 3))); print(loop(lambda: setattr(B, "v", 4))); print(loop(lambda: delattr(b, "v"))); print(loop(lambda: delattr(B, "v")))
print(loop(lambda: setattr(A, "v", property(lambda self: "prop")))); A.v = 1; print(look())
A.p = "plain"; A.s = lambda self: "s2"; A.c = classmethod(lambda cls: cls.__name__); A.__len__ = lambda self: 7; A.__add__ = lambda self, o: "add2"; print(look())
del A.__len__
try: len(a)
except TypeError as e: print(e)
A.__len__ = lambda self: 3; print(len(b)); A.__getattr__ = lambda self, n: "dyn " + n; print(a.zz, b.yy); del A.__getattr__
try: a.zz
except AttributeError as e: print(e)
A.__call__ = lambda self, *x: x; print(a(1), b(2)); A.__iter__ = lambda self: iter("ab"); print(list(a), *b); A.__bool__ = lambda self: False; print(bool(a), not b, 1 if a else 2); A.__eq__ = lambda self, o: True; print(a == 5, b == None, a != 1, a in [9]); A.__getitem__ = lambda self, k: k; print(a["k"], b[1:2]); A.__contains__ = lambda self, k: k == 1; print(1 in a, 2 in b); A.__repr__ = lambda self: "<R>"; print(a, [b], f"{a}"); A.__str__ = lambda self: "S"; print(a, [a], f"{b!r}")
A.__setattr__ = lambda self, n, v: print("set", n, v); a.q = 1; del A.__setattr__; a.q = 2; print(a.q); A.__enter__ = lambda self: "in"; A.__exit__ = lambda self, *e: True
with a as x: print(x); raise ValueError
class Rep:
    def step(self): Rep.step = lambda self: "second"; return "first"
r = Rep(); print([r.step() for _ in range(3)])
class Self:
    def go(self): self.go = lambda: "shadow"; return "method"
s = Self(); print(s.go(), s.go(), Self().go()); s.__dict__["go"] = lambda: "via dict"; print(s.go()); s.__dict__.clear(); print(s.go())
def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)
old = fib; print(fib(10))
def fib(n): return old(n) * 10
print(fib(5)); fib = lambda n: n; print(old(5))
class Sub(Self):
    def __init__(self): super().__init__()
Self.__init__ = lambda self: print("patched init"); Sub()
class C1:
    def who(self): return "C1"
class C2:
    def who(self): return "C2"
o = C1(); print(o.who()); o.__class__ = C2; print(o.who(), type(o).__name__, isinstance(o, C1)); o.__class__ = C1; print([o.who() for _ in range(2)])
for i in range(3):
    class Loop:
        def get(self, i=i): return i
    print(Loop().get(), end=" ")
print()
def patched(self): return "from outside"
for k in (A, B, Self): k.extra = patched
print(a.extra(), b.extra(), s.extra()); del A.extra, B.extra
try: b.extra()
except AttributeError as e: print(e)
print([f() for f in (a.m, b.m)], (lambda m: (setattr(A, "m", lambda self: "late"), m(), a.m())[1:])(a.m))
