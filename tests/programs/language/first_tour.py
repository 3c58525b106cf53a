def f(x):
    if x:
        y = 1
    try:
        print(y)
    except UnboundLocalError as e:
        print("err", e)
    del x
    try:
        print(x)
    except UnboundLocalError as e:
        print(e)
    for i in range(0): pass
    try:
        i
    except NameError as e: print(e)
    def g():
        try:
            return z
        except NameError as e:
            print(e)
    g()
    z = 3
    print(g())
f(0)
f(1)
try:
    raise KeyError(1)
except KeyError as e:
    pass
try: e
except NameError as q: print(q)
def h(a, b=2, *args, c, d=4, **kw):
    print(a, b, args, c, d, kw)
h(1, c=3)
h(1, 2, 3, 4, c=5, e=6)
for bad in (lambda: h(), lambda: h(1), lambda: h(1, c=1, a=2), lambda: f(), lambda: f(1,2), lambda: f(y=1)):
    try: bad()
    except TypeError as e: print(e)
class C:
    a = 1
    b = [a for _ in range(2)] if False else 5
    def __init__(self): self.x = self.a
    @property
    def p(self): return self.x * 2
    @p.setter
    def p(self, v): self.x = v
    @staticmethod
    def s(q): return q
    @classmethod
    def c(cls, q): return cls.__name__, q
o = C(); o.p = 10; print(o.p, C.s(1), o.s(2), C.c(3), o.c(4), C.b)
print([i*j for i in range(3) for j in range(i)], {k: v for k, v in zip("ab", [1,2])}, {x % 3 for x in range(10)})
print(sorted([3,1,2], key=lambda v: -v), max([1,5,2]), sum(range(10)))
print("%s %d %5.2f %r" % ("a", 3, 2.5, "q"), f"{3.14159:.2f} {42:#x} {'a':>5}|{1_000_000:,}")
def gen():
    try:
        x = yield 1
        print("got", x)
        yield from [10, 20]
        return 5
    finally:
        print("fin")
g = gen(); print(next(g), g.send("hi"), next(g)); 
try: next(g)
except StopIteration as s: print(s.value)
g = gen(); next(g); g.close()
g = gen(); next(g)
try: g.throw(ValueError("boom"))
except ValueError as e: print("thrown", e)
print(2**100, -7//2, -7%3, 7.5//2, divmod(-7, 2), 1/3, 10**20 // 3, hash("a") != 1, 0.1+0.2, 1e100, float("inf"), -0.0)
import sys
print(sys.maxsize, sys.argv[1:])
x: int = 5
a, (b, *c), d = 1, (2, 3, 4), 5
print(a, b, c, d, x)
print(1 < 2 < 3, 1 < 3 < 2, not [], [] or "x", 0 and 1, None is None)
with open("zz.txt", "w") as fh: fh.write("l1\nl2\n")
with open("zz.txt") as fh:
    for line in fh: print(repr(line))
def fact(n): return 1 if n <= 1 else n * fact(n - 1)
print(fact(50))
fact("a")
