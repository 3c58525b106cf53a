# order of evaluation: decorators, defaults, annotations, class bases and keywords, class bodies
log = []
def t(n, v=None):
    log.append(str(n))
    return v
def show(v=None):
    print(v, "<-", *log); log.clear()
def deco(n):
    log.append("make " + n)
    def d(f):
        log.append("apply " + n + " " + getattr(f, "__name__", "?"))
        return f
    return d
@deco("a")
@deco("b")
def f(x=t("dx", 1), *, y=t("dy", 2), z: t("az", int) = t("dz", 3)) -> t("ret", str): return x + y + z
show(f())
def g(a, b: t("ab") = t("db"), *args: t("aargs"), c: t("ac"), d: t("ad") = t("dd"), **k: t("ak")) -> t("ret"): pass
show(sorted(g.__annotations__))
class Base:
    def __init_subclass__(cls, **kw): log.append(f"init_subclass {cls.__name__} {kw}")
class Named:
    def __set_name__(self, o, n): log.append(f"set_name {o.__name__}.{n}")
show()
@deco("outer")
@deco("inner")
class C(t("base", Base), kw=t("kw", 1), other=t("other", 2)):
    t("body start")
    one = Named()
    @deco("m")
    def method(self, q=t("dq")): pass
    two = Named()
    v: t("annot", int) = t("value", 5)
    w: t("annot2", str)
    t("body end")
show(C.__annotations__)
h = t("lam", lambda a=t("la", 1), *, b=t("lb", 2): a + b)
show(h())
def outer():
    @deco("i")
    def inner(x=t("ix")): return x
    return inner
show("defined"); outer(); show("called")
def acc(x, l=[]): l.append(x); return l
print(acc(1), acc(2), acc(3, []), acc(4), acc.__defaults__)
for i in range(3):
    def k(x=t(i, i)): return x
    print(k(), end=" ")
show()
def bad1(f): raise ValueError("decorator")
try:
    @deco("a")
    @bad1
    def never(x=t("def")): pass
except ValueError as e: show(e)
try: never
except NameError as e: show(e)
try:
    class E(Base, k=1 // 0): t("never")
except ZeroDivisionError as e: show(e)
try:
    class F(Base):
        a = t("a"); b = 1 // 0; c = t("never")
except ZeroDivisionError as e: show(e)
@(lambda fn: (log.append("lambda deco"), fn)[1])
def lam(): pass
show(lam.__name__)
table = {"x": [deco("sub")]}
@table["x"][0]
def subscripted(): pass
show()
x = "module"
class G:
    x = x + "!"
    def get(self): return x
    y = [x for _ in range(1)]
    z = (lambda: x)()
show((G.x, G().get(), G.y, G.z))
