# lambdas and decorators: factories, stacking, wrapping with state, classes as decorators, memo, currying
print((lambda: 1)(), (lambda x: x * 2)(3), (lambda x, y=2, *z, k=5, **w: (x, y, z, k, w))(1, 2, 3, k=4, q=5), (lambda *a: a)(*"ab"), (lambda: (yield))().__class__.__name__)
print(sorted("bca", key=lambda c: -ord(c)), list(map(lambda a, b: a + b, [1, 2], [3, 4])), list(filter(lambda v: v % 2, range(6))), [f(3) for f in (lambda x: x, lambda x: x ** 2, lambda x: -x)])
print((lambda x: lambda y: lambda z: (x, y, z))(1)(2)(3), (lambda: [i for i in range(3)])(), (lambda x: x if x > 0 else -x)(-3), (lambda d: d.setdefault("k", []).append(1) or d)({}))
def trace(fn):
    def wrapper(*a, **k):
        print(f"{fn.__name__}{a}{k or ''}", end=" ")
        r = fn(*a, **k); print("=", r); return r
    wrapper.__name__ = "traced_" + fn.__name__; wrapper.__wrapped__ = fn
    return wrapper
@trace
def add(a, b=1): return a + b
add(1); add(1, b=5); print(add.__name__, add.__wrapped__(10))
def repeat(n):
    def deco(fn):
        def w(*a): return [fn(*a) for _ in range(n)]
        return w
    return deco
@repeat(2)
@repeat(3)
def hi(x): return x
print(hi("y"))
def memo(fn):
    cache = {}
    def w(n):
        if n not in cache: cache[n] = fn(n)
        return cache[n]
    w.cache = cache
    return w
@memo
def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)
print(fib(80), len(fib.cache))
class Count:
    def __init__(self, fn): self.fn, self.n = fn, 0
    def __call__(self, *a): self.n += 1; return self.fn(*a), self.n
    def __get__(self, obj, cls=None): return (lambda *a: self(obj, *a)) if obj else self
@Count
def sq(x): return x * x
print(sq(2), sq(3), sq.n)
class K:
    __repr__ = lambda self: 'K!'
    @Count
    def m(self, x): return type(self).__name__, x
    @property
    @trace
    def p(self): return 5
    @staticmethod
    @trace
    def s(x): return x
    @classmethod
    @trace
    def c(cls): return cls.__name__
k = K(); print(k.m(1), k.m(2), K.m.n); k.p; k.s(1); K.c()
def register(table):
    def deco(name):
        def inner(f): table[name] = f; return f
        return inner
    return deco
cmds = {}; command = register(cmds)
@command("go")
def go_(where): return "going " + where
@command("stop")
def stop(where): return "stop at " + where
print({n: f("x") for n, f in cmds.items()})
def classdeco(**attrs):
    def d(cls):
        for n, v in attrs.items(): setattr(cls, n, v)
        cls.__repr__ = lambda self: f"<{cls.__name__} {self.tag}>"
        return cls
    return d
@classdeco(tag="T", twice=lambda self, x: x * 2)
class D: pass
print(D(), D().twice(4))
def singleton(cls): return cls()
@singleton
class Only:
    def __init__(self): self.v = 42
print(type(Only).__name__, Only.v)
@lambda f: f.__name__
def replaced(): pass
print(replaced)
def curry(fn, n):
    def c(*a): return fn(*a) if len(a) >= n else lambda *b: c(*a, *b)
    return c
print(curry(lambda a, b, c: a + b + c, 3)(1)(2)(3), curry(max, 2)(4, 9))
try:
    @None
    def x(): pass
except TypeError as e: print(e)
