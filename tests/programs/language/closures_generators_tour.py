# closures, decorators, generators, scope
def counter():
    n = 0
    def inc(k=1):
        nonlocal n
        n += k
        return n
    def get(): return n
    return inc, get
inc, get = counter(); inc(); inc(5); print(get())
fs = [lambda: i for i in range(3)]; print([f() for f in fs]); fs = [lambda i=i: i for i in range(3)]; print([f() for f in fs])
def deco(arg):
    def wrap(fn):
        def inner(*a, **k):
            print("before", arg, fn.__name__)
            return fn(*a, **k)
        inner.__name__ = fn.__name__
        return inner
    return wrap
@deco("A")
@deco("B")
def hello(x, *, y=2): "doc"; return x + y
print(hello(1), hello(1, y=5), hello.__name__)
def defaults(a, b=[]): b.append(a); return b
print(defaults(1), defaults(2), defaults.__defaults__)
x = "global"
def shadow():
    x = "local"
    class C:
        y = x
        x = "class"
        def m(self): return x
    return C.y, C.x, C().m()
print(shadow())
def glob():
    global newg
    newg = 5
glob(); print(newg)
def fibs():
    a, b = 0, 1
    while True:
        yield a
        a, b = b, a + b
g = fibs(); print([next(g) for _ in range(10)])
def take(n, it):
    for i, v in enumerate(it):
        if i >= n: return
        yield v
print(list(take(5, fibs())), sum(take(10, fibs())))
def delegating():
    r = yield from sub()
    print("sub returned", r)
    yield from [7, 8]
def sub():
    x = yield 1
    print("sub got", x)
    try: yield 2
    except KeyError as e: print("sub caught", e); yield 3
    return "R"
d = delegating(); print(next(d), d.send("S"), d.throw(KeyError("K")), list(d))
ge = (x * y for x in range(3) for y in range(x)); print(list(ge), list(ge))
def gen_ctx():
    try:
        while True:
            v = yield
            print("recv", v)
    except GeneratorExit: print("closing"); raise
    finally: print("done")
c = gen_ctx(); next(c); c.send(1); c.close()
for i in gen_ctx():
    break
def g2():
    yield 1
    raise StopIteration
try: list(g2())
except RuntimeError as e: print(e, repr(e.__cause__))
print([*(i for i in range(3))], (lambda *a, **k: (a, k))(1, b=2), (lambda: (yield))().__class__.__name__)
if (n := len("abc")) > 2: print(n, [y := 1, y + 1], [last := i for i in range(3)], last)
def posonly(a, b, /, c, *, d): return a, b, c, d
print(posonly(1, 2, 3, d=4), posonly(1, 2, c=3, d=4))
for call in (lambda: posonly(1, 2, 3, 4), lambda: posonly(a=1, b=2, c=3, d=4), lambda: posonly(1, 2, 3), lambda: posonly(), lambda: hello(), lambda: defaults(), lambda: defaults(1, 2, 3), lambda: defaults(1, a=2), lambda: defaults(1, zz=3), lambda: (lambda x: x)()):
    try: call()
    except TypeError as e: print(e)
def order(n, v): print("o", n); return v
order(1, {})[order(2, "k")] = order(3, "v")
print(order(1, 2) + order(2, 3) * order(3, 4), order(1, 1) < order(2, 0) < order(3, 3), [order(1, 0) or order(2, 5)], order(1, print) and 0)
a = [0, 0]; i = 0
i, a[i] = 1, 9; print(i, a)
def outer():
    v = 1
    def mid():
        def inner(): nonlocal v; v += 1; return v
        return inner
    return mid()(), v
print(outer())
def rec(n): return [] if n == 0 else [n] + rec(n - 1)
print(rec(5)); del rec
try: rec(1)
except NameError as e: print(e)
def kwonly(*, a, b=2): return a, b
print(kwonly(a=1), kwonly.__kwdefaults__)
try: kwonly()
except TypeError as e: print(e)
try: kwonly(1)
except TypeError as e: print(e)
print(outer.__name__, outer.__qualname__, outer.__code__.co_name, (lambda: 0).__name__, outer.__module__, hello.__doc__)
def ann(a: int, b: "str" = 1) -> float: pass
print(ann.__annotations__)
def loops():
    for i in range(3):
        for j in range(3):
            if j == 1: break
            if i == 1: continue
            print(i, j)
        else: print("inner else")
    else: print("outer else")
    while i: i -= 1
    else: print("while else")
loops()
s = 0
for i in range(10, 0, -3): s += i
print(s, i, locals()["s"], "s" in globals())
def loc(a): b = 2; return locals()
print(loc(1))
