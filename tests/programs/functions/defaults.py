# defaults: evaluated once, mutable, replaced, keyword-only, closures over loop variables
def f(a, b=[], *, c={}): b.append(a); c[a] = len(b); return b, c
print(f(1), f(2), f(3, []), f(4, c={}), f.__defaults__, f.__kwdefaults__)
f.__defaults__ = ([100],); print(f(5)); f.__kwdefaults__ = {"c": {"new": 1}}; print(f(6))
f.__defaults__ = None
try: f(1)
except TypeError as e: print(e)
f.__defaults__ = (7, []); print(f())
f.__kwdefaults__ = None
try: f(1)
except TypeError as e: print(e)
for bad in (5, [1], "x"):
    try: f.__defaults__ = bad
    except TypeError as e: print(e)
    try: f.__kwdefaults__ = bad
    except TypeError as e: print(e)
def g(n=0, seen=None):
    seen = seen or []
    seen.append(n)
    return seen if n == 3 else g(n + 1, seen)
print(g(), g())
fs = [lambda i=i: i for i in range(4)]; hs = [lambda: i for i in range(4)]
print([q() for q in fs], [q() for q in hs], [q(9) for q in fs])
x = 1
def h(a=x, b=x + 1): return a, b
x = 5
print(h(), h(x), h(b=x))
def sentinel(a, b=object()): return b is sentinel.__defaults__[0]
print(sentinel(1), sentinel(1, 2))
def nest(a=(lambda y=3: y * 2)(), b=[i for i in range(3)], c=f"{x}!", d=None or "d", e=1 if x else 2): return a, b, c, d, e
print(nest(), nest(e=0))
class K:
    size = 4
    def m(self, n=size, l=[]): l.append(n); return l
    size = 9
print(K().m(), K().m(1), K.m.__defaults__)
def kwo(*, a, b=2, c, d=4): return a, b, c, d
print(kwo(a=1, c=3), kwo.__kwdefaults__, kwo.__defaults__)
kwo.__kwdefaults__["a"] = "A"; print(kwo(c=1)); del kwo.__kwdefaults__["b"]
try: kwo(c=1)
except TypeError as e: print(e)
def pos(a, b=1, /, c=2, *d, e=3, **f): return a, b, c, d, e, f
print(pos(0), pos(0, 5), pos(0, 5, 6, 7), pos(0, b=8, c=9), pos(0, e=1, a=2, f=3))
def many(a=1, b=2, c=3, d=4, e=5, f=6, g=7, h=8, i=9, j=10): return a, b, c, d, e, f, g, h, i, j
print(many(), many(j=0), many(*range(5)), many(*range(5), i="i"), many(**{"c": "C", "g": "G"}))
def rebind(a=1):
    a += 1
    return a
print(rebind(), rebind(), rebind(5))
print((lambda *, k=[0]: k)(), (lambda a=1, *b: (a, b))(), (lambda a=1, *b: (a, b))(2, 3, 4))
