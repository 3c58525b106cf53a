# closures: cells, nonlocal, late binding, sharing, deletion, unbound free variables
def counter(n=0):
    def inc(by=1):
        nonlocal n
        n += by
        return n
    def get(): return n
    def reset():
        nonlocal n
        n = 0
    return inc, get, reset
i, g, r = counter(5); i2, g2, _ = counter()
print(i(), i(10), g(), i2(), g2(), r(), g(), i())
def levels():
    a = "l1"
    def two():
        b = a + ">l2"
        def three():
            nonlocal a, b
            a = "A"; b += ">l3"
            return a, b
        return three(), a, b
    return two(), a
print(levels())
def late():
    def f(): return x
    try: f()
    except NameError as e: print(type(e).__name__, e)
    x = 1; print(f()); x = 2; print(f())
    del x
    try: f()
    except NameError as e: print(type(e).__name__, e)
    try: x
    except NameError as e: print(type(e).__name__, e)
    x = 3; print(f())
late()
def loop():
    fs = []
    for i in range(3):
        def f(): return i
        fs.append(f)
    i = "changed"
    return [f() for f in fs]
print(loop())
def comp():
    return [f() for f in [lambda: j for j in range(3)]], [(lambda k: lambda: k)(k)() for k in range(3)], {k: (lambda: k)() for k in range(2)}
print(comp())
def param(a, *b, c, **d):
    def inner(): return a, b, c, d
    a = a * 2; b += (9,); c = c + 1; d["z"] = 0
    return inner
print(param(1, 2, c=3, e=4)())
def local_shadow():
    x = "outer"
    class K:
        x = "class"
        y = x
        def m(self): return x
        def n(self): return __class__.__name__, K.x
    return K.y, K().m(), K().n()
print(local_shadow())
def mutual():
    def even(n): return n == 0 or odd(n - 1)
    def odd(n): return n != 0 and even(n - 1)
    return even(10), odd(7), even(7)
print(mutual())
def exc():
    try: raise ValueError("v")
    except ValueError as e:
        f = lambda: e
        print(repr(f()))
    try: f()
    except NameError as err: print(err)
exc()
def compose(*fs):
    def run(x):
        for f in fs: x = f(x)
        return x
    return run
print(compose(lambda x: x + 1, str, lambda s: s * 2)(4), (lambda f: f(f, 5))(lambda f, n: 1 if n == 0 else n * f(f, n - 1)))
def gen():
    total = 0
    def add(n):
        nonlocal total
        total += n
        return total
    for k in range(4): yield add(k), total
print(list(gen()))
def cells():
    x = 1
    def a(): return x
    def b():
        nonlocal x
        x = x + 1
        return a
    return a, b
a, b = cells(); print(a.__closure__[0] is b.__closure__[1], b()(), a(), b.__closure__[-1].cell_contents, a.__code__.co_freevars, b.__code__.co_freevars)
def aug():
    s = ""
    def add(t):
        nonlocal s
        s += t
        return s
    for ch in "abc": add(ch)
    return s
print(aug())
x = "global"
def skip():
    x = "local"
    def inner():
        global x
        x = "set by inner"
        return x
    return inner(), x
print(skip(), x)
def with_for_targets():
    def show(): return k, v
    out = []
    for k, v in {"a": 1, "b": 2}.items(): out.append(show())
    with_as = open
    for [k, *v] in ("xyz",): out.append(show())
    return out
print(with_for_targets())
