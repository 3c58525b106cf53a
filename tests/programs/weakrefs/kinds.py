import _weakref as weakref
class C:
    def m(self): return 5
def make():
    c = C(); c.x = 3
    return c
c = make()
r = weakref.ref(c)
q0 = weakref.ref(c, print)
print(r() is c, weakref.ref(c) is r, r == q0, hash(r) == hash(c), weakref.getweakrefcount(c))
p = weakref.proxy(c)
print(p.x, p.m(), weakref.proxy(c) is p, type(p), type(r), isinstance(p, C))
p.y = 4
print(c.y, c.__weakref__ is r, bool(p), weakref.getweakrefs(c)[:2] == [r, p])
for bad in (1, "s", [], (), {}, None, object(), 1.5, range(3), slice(1)):
    try: weakref.ref(bad)
    except TypeError as e: print(e)
for good in (C, set(), frozenset([1]), make, print, C().m, (i for i in ()), memoryview(b"x"), weakref, list[int]):
    weakref.ref(good)
class T(tuple): pass
class L(list): pass
class S: __slots__ = ()
class SW: __slots__ = ('__weakref__', 'a')
class E(Exception): pass
for k in (T, L, S, SW, E, ValueError):
    try: weakref.ref(k()); print("ok", k.__name__)
    except TypeError as e: print(e)
print('__weakref__' in E.__dict__, '__dict__' in E.__dict__, list(SW.__dict__), list(C.__dict__))
try:
    class X(C): __slots__ = '__weakref__'
except TypeError as e: print(e)
try:
    class X(int): __slots__ = '__weakref__'
except TypeError as e: print(e)
class R(weakref.ref):
    __slots__ = ("key",)
    def __new__(cls, ob, cb, key):
        self = weakref.ref.__new__(cls, ob, cb)
        self.key = key
        return self
    def __init__(self, ob, cb, key): super().__init__(ob, cb)
q = R(c, None, "k")
print(q.key, q() is c, q == r, q is weakref.ref(c))
try: weakref.ref()
except TypeError as e: print(e)
try: weakref.ref(c, None, 3)
except TypeError as e: print(e)
try: r(1)
except TypeError as e: print(e)
try: hash(p)
except TypeError as e: print(e)
print(r.__callback__, weakref.ref(c, print).__callback__, weakref.ref[int])
class N:
    def __add__(s, o): return ("add", o)
    def __radd__(s, o): return ("radd", o)
    def __len__(s): return 3
    def __getitem__(s, k): return k
    def __contains__(s, k): return k == 1
    def __call__(s, *a): return a
    def __iter__(s): return iter("ab")
    def __index__(s): return 7
    def __eq__(s, o): return o == 9
n = N(); pn = weakref.proxy(n)
print(pn + 1, 2 + pn, len(pn), pn["k"], 1 in pn, pn(1, 2), list(pn), hex(pn), pn == 9, type(pn))
