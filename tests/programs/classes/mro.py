# C3 linearisation, its errors, super along the order, attribute lookup order
def names(c): return " ".join(k.__name__ for k in c.__mro__)
class A: x = "A"
class B(A): x = "B"
class C(A): x = "C"; y = "C"
class D(B, C): pass
class E(C, B): pass
print(names(D), D.x, D.y, names(E), E.x, D.__bases__ == (B, C), D.__base__.__name__, D.mro() == list(D.__mro__))
class O: pass
class X(O): pass
class Y(O): pass
class Z(O): pass
class XY(X, Y): pass
class YZ(Y, Z): pass
class W(XY, YZ): pass
print(names(W))
def attempt(name, *bases):
    try: print(names(type(name, bases, {})))
    except TypeError as e: print(e)
attempt("bad1", A, B); attempt("bad2", D, E); attempt("bad3", object, A); attempt("bad4", A, A); attempt("bad5", XY, X, Y); attempt("bad6", X, XY); attempt("ok", XY, X); attempt("bad7", int, str); attempt("bad8", bool); attempt("bad9", type(None)); attempt("bad10", 5); attempt("bad11", type(len)); attempt("bad12", range); attempt("bad13", slice); attempt("bad14", type(...)); attempt("bad15", int, list, dict); attempt("ok2", Exception, A); attempt("bad16", ValueError, OSError); attempt("bad17", KeyError, list); attempt("bad18", "str"); attempt("bad19", None); attempt("bad20", type(iter([]))); attempt("bad21", memoryview); attempt("bad22", type(lambda: 0)); attempt("ok3", ValueError, KeyError)
try:
    class Q(B, A, B): pass
except TypeError as e: print(e)
try:
    class Q(A, B): pass
except TypeError as e: print(e)
class Root:
    def go(self, path=()): return path + ("Root",)
class L(Root):
    def go(self, path=()): return super().go(path + ("L",))
class R(Root):
    def go(self, path=()): return super().go(path + ("R",))
class M(Root):
    def go(self, path=()): return super().go(path + ("M",))
class LR(L, R): pass
class LMR(LR, M):
    def go(self, path=()): return super().go(path + ("LMR",))
class RL(R, L): pass
print(L().go(), LR().go(), LMR().go(), RL().go(), LMR.mro()[1:4])
class P1:
    def f(self): return "P1"
class P2:
    def f(self): return "P2"
    def g(self): return "g2"
class Ch(P1, P2):
    def g(self): return super().f() + super().g()
print(Ch().g(), Ch().f(), super(P1, Ch()).f(), super(Ch, Ch()).f(), super(Ch, Ch).f(1))
print(issubclass(D, A), issubclass(A, D), issubclass(D, (int, B)), isinstance(D(), C), isinstance(5, (str, (list, int))), issubclass(bool, int), isinstance(True, int), isinstance(D, type), issubclass(D, object), A.__subclasses__() == [B, C], [c.__name__ for c in Root.__subclasses__()])
for f in (lambda: isinstance(1, 5), lambda: issubclass(5, int), lambda: issubclass(int, "x"), lambda: isinstance(1, (int, 5)), lambda: isinstance("s", (int, 5)), lambda: issubclass(int, ())):
    try: print(f())
    except TypeError as e: print(e)
