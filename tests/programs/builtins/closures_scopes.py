# global, nonlocal, closures over loop variables, default arguments, del, name lookup order.

x = "global"


def a():
    x = "local"

    def b():
        nonlocal x
        x += "+"
        return x

    def c():
        global x
        x += "!"
        return x

    return b, c, lambda: x


b, c, l = a(); print(b(), b(), c(), c(), l(), x)
fs = []
for i in range(3):
    def f(j=i):
        return i, j
    fs.append(f)
print([f() for f in fs]); i = 9; print(fs[0]())


def counter():
    n = 0

    def inc(by=1):
        nonlocal n
        n += by
        return n
    inc.peek = lambda: n
    return inc


p, q = counter(), counter(); print(p(), p(5), q(), p.peek(), q.peek())
for code in (lambda: undefined_thing, lambda: later(), lambda: len_("x")):
    try:
        code()
    except NameError as e:
        print(e)


def unbound():
    try:
        print(y)
    except UnboundLocalError as e:
        print(e)
    y = 1
    del y
    try:
        y
    except UnboundLocalError as e:
        print(e)


def free():
    def g():
        return z
    try:
        g()
    except NameError as e:
        print(e)
    z = 1
    r = g()
    del z
    try:
        g()
    except NameError as e:
        print(e)
    return r


unbound(); print(free())
len_, len = len, lambda v: "shadow"; print(len("abc")); del len; print(len("abc"), len_("ab"))
try:
    raise ValueError("e")
except ValueError as err:
    keep = err
try:
    err
except NameError as e:
    print(e)


class K:
    x = "class"
    y = x + "!"

    def m(self):
        return x

    def n(self):
        return self.x, K.x, __class__.x
    z = [x for _ in range(1)]
    w = lambda: x


k = K(); print(k.m(), k.n(), K.y, K.z, K.w())


def defaults(a, b=[], *args, c=5, **kw):
    b.append(a)
    return a, b, args, c, kw


print(defaults(1), defaults(2, [0], 3, 4, c=6, d=7), defaults(3), defaults.__defaults__, defaults.__kwdefaults__, defaults.__code__.co_varnames[:2], defaults.__code__.co_argcount)
for f in (lambda: defaults(), lambda: defaults(1, a=2), lambda: defaults(b=1), lambda: p(1, 2), lambda: p(by=1, to=2), lambda: (lambda a, /, b: 0)(a=1, b=2), lambda: (lambda *, k: 0)(), lambda: (lambda *, k, m: 0)(), lambda: (lambda a, b, c: 0)(1), lambda: (lambda a, b=1: 0)(1, 2, 3), lambda: (lambda: 0)(1), lambda: K().m(1), lambda: K.m(), lambda: (lambda a, *, k=1: 0)(1, 2)):
    try:
        print(f())
    except TypeError as e:
        print(e)
n = 5
def shadow(n):
    def inner():
        return n
    n += 1
    return inner
print(shadow(1)(), n, (lambda n: (lambda: n))(7)(), [(lambda v: v * n)(m) for m in range(3)], (lambda f: f(f, 5))(lambda f, k: 1 if k < 2 else k * f(f, k - 1)))
for n in range(2): pass
print(n); [n for n in "ab"]; print(n); del n
try:
    n
except NameError as e:
    print(e)
def outer():
    class In:
        v = 1
        def get(self): return In.v, self.v, w
    w = "cell"
    return In
print(outer()().get(), outer().__qualname__, (lambda: 0).__qualname__, outer().get.__qualname__, counter().__qualname__)
