# private names, nested classes, class scope rules, conditional methods, class-level loops, docstrings, annotations
from io import StringIO
class A:
    __x = 1
    def __init__(self): self.__y = 2; self.__z__ = 3; self._w = 4
    def __m(self): return self.__y
    def call(self): return self.__m(), self.__x, A.__x, self.__z__
    def kw(self, __p=5): return __p
    def dele(self): del self.__y; return vars(self)
    class __Inner: v = "inner"
    def inner(self): return self.__Inner.v
    def glob(self):
        try: return __hidden
        except NameError as e: return str(e)
    def imp(self): 
        import sys as __sys
        return __sys.__name__
    def loc(self): __l = 1; return sorted(locals())
    def attr(self, o): return o.__q
class _B(A):
    def __m(self): return "B private"
    def go(self): return self.__m(), self._A__m(), self.call()
class __: 
    __n = 1
    def get(self): return self.__n
_A__hidden = "mangled global"
a = A(); print(a.call(), a.kw(), a.kw(_A__p=6), a._A__y, sorted(vars(a)), _B().go(), a.inner(), a.glob(), a.imp(), a.loc(), __().get(), a.dele(), sorted(n for n in vars(A) if "__" in n and not n.endswith("__")))
for f in (lambda: a.__x, lambda: a.attr(5), lambda: a.kw(__p=1), lambda: a._A__nope):
    try: print(f())
    except (AttributeError, TypeError) as e: print(e)
class Outer:
    v = "outer"
    class Mid:
        v = "mid"
        class In:
            v = "in"
            def who(self): return Outer.v, Outer.Mid.v, self.v, type(self).__qualname__
    def make(self):
        class Local:
            def f(self): return __class__.__qualname__, self.__module__
        return Local
print(Outer.Mid.In().who(), Outer().make()().f(), Outer.make.__qualname__, Outer.Mid.__name__)
flag = True
class Cond:
    "class doc"
    if flag:
        def f(self): return "yes"
    else:
        def f(self): return "no"
    for i in range(3): locals()[f"g{i}"] = i * i
    try: 1 / 0
    except ZeroDivisionError: err = "caught"
    else: err = "none"
    while i < 5: i += 1
    with StringIO("z") as fh: z = fh.read()
    def doc(self): "method doc"
    del fh
    tup: int = (1, 2); a, (b, *c) = 1, (2, 3, 4)
    total = sum(x for x in range(4)); names = [n for n in "ab"]
    lam = lambda self, k=total: k
    print("in body", __qualname__, __module__, total)
print(Cond().f(), Cond.g2, Cond.err, Cond.i, Cond.z, Cond.__doc__, Cond.doc.__doc__, Cond.a, Cond.c, Cond().lam(), Cond.__annotations__, hasattr(Cond, "fh"), hasattr(Cond, "n"))
def decorated(cls): cls.tag = cls.__name__.lower(); return cls
@decorated
class Deco: pass
print(Deco.tag, Deco().tag)
x = "g"
def fn():
    x = "f"
    class K:
        print(x)
        x = "k"; print(x)
        del x
        print(x)
        y = [x for _ in range(1)][0]
        def m(self): return x
    return K
k = fn(); print(k.y, k().m())
class UseBefore:
    try: print(later)
    except NameError as e: print(e)
    later = 1
    def f(self): return later
try: UseBefore().f()
except NameError as e: print(e)
class Empty: ...
class Multi(A, Cond): """multi"""
print(Empty().__doc__, Multi.__doc__, Multi.__bases__[1].__name__, Multi().f(), bool(Empty()), Empty() == Empty(), Empty.__module__)
class Rec:
    def __init__(self, n): self.kids = [Rec(n - 1) for _ in range(n)]
    def count(self): return 1 + sum(k.count() for k in self.kids)
print(Rec(4).count(), [c.__name__ for c in (type("A", (), {}), type("B", (A,), {}))])
