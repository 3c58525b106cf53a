# RecursionError: caught, text, in repr, comparison, hash, generators, getattr; the program goes on
import sys
def down(): return down()
def count(n):
    try: return count(n + 1)
    except RecursionError: return n
def mutual_a(n): return mutual_b(n + 1)
def mutual_b(n): return mutual_a(n + 1)
class R:
    def __repr__(self): return repr(self)
class G:
    def __getattr__(self, n): return getattr(self, n + "x")
class E:
    def __eq__(self, o): return self == o
class H:
    def __hash__(self): return hash(self)
class C:
    def __call__(self): return self()
class A:
    def __add__(self, o): return self + o
class L:
    def __len__(self): return len(self)
class B:
    def __bool__(self): return bool(self)
class I:
    def __iter__(self): return iter(self)
class P:
    @property
    def p(self): return self.p
class GI:
    def __getitem__(self, k): return self[k]
def gen(): yield from gen()
def kind(f):
    try: f()
    except RecursionError as e: return type(e).__name__
    except Exception as e: return f"other {type(e).__name__} {e}"
    return "none"
lam = lambda: lam()
def comp(): return [comp() for _ in "a"]
def cls():
    class X: y = cls()
for n, f in dict(down=down, mutual=lambda: mutual_a(0), repr=lambda: repr(R()), getattr=lambda: G().z, eq=lambda: E() == 1, hash=lambda: hash(H()), call=lambda: C()(), add=lambda: A() + 1, len=lambda: len(L()), bool=lambda: bool(B()), iter=lambda: iter(I()), prop=lambda: P().p, getitem=lambda: GI()[0], gen=lambda: list(gen()), lam=lam, comp=comp, cls=cls, str=lambda: str(R()), fmt=lambda: f"{R()}", sorted=lambda: sorted([E(), E()], key=lambda v: down()), map=lambda: list(map(lambda v: down(), "a"))).items(): print(n, kind(f), end="; ")
print()
try: down()
except RecursionError as e: print(str(e)[:32], isinstance(e, RuntimeError))
print(count(0) > 500)
l = []
for _ in range(100000): l = [l]
print(kind(lambda: repr(l)), kind(lambda: l == [l]), kind(lambda: hash(tuple())))
d = []; d.append(d); print(repr(d), kind(lambda: d == [d]) in ("none", "RecursionError"))
old = sys.getrecursionlimit(); print(old); sys.setrecursionlimit(300); print(kind(down)); sys.setrecursionlimit(old); print(count(0) > 500)
for bad in (0, -1, "x", 5):
    try: sys.setrecursionlimit(bad); print("set")
    except Exception as e: print(type(e).__name__, e)
sys.setrecursionlimit(20000)
def depth(n): return 0 if n == 0 else 1 + depth(n - 1)
print(depth(15000))
def safe(n):
    try: return safe(n + 1)
    finally: log.append(n) if len(log) < 3 else None
log = []; print(kind(lambda: safe(0)), len(log))
