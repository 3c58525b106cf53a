def f(a, b):
    assert a == b, "msg"
def g(a):
    assert (a and
        len([a])), f"x"
def h(o):
    return (o
        .upper()
        .missing(1,
            2)
        .lower())
def k(o):
    return o.missing(1)
def m(o):
    o.nope
def n(o):
    (o
      .nope)
def p(o):
    o.foo().bar
def q(o):
    (o.
       foo.
         bar) = 5
def r(o):
    o.upper(1,
       2).x
def s(o):
    print(len(
        o), o.upper().join(3).
         zzz(
           1), 5)
def w(o):
    with o as x, open("a"): pass
def w2(o):
    with open("/nonexistent/a") as x: pass
def y(o):
    x = (1 +
       o)
def z(o):
    for i in o: pass
def aa(o):
    a, b = o
def ab(o):
    raise ValueError(
       o)
def ac(o):
    return [x / 0 for x in
       o]
def ad(o):
    try: import nope_mod
    except ImportError: raise
def ae(o):
    from sys import nope_name
def af(o):
    del o[0], o
def ag(o):
    o[1:2] = 5
def ah(o):
    o += 5
def ai(o):
    assert not o
def aj(o):
    assert o in "xyz" and False
class C:
    def __enter__(self): return 1
    def __exit__(self, *a): raise KeyError(1)
def ak(o):
    with C() as c:
        pass
def al(o):
    with C() as c:
        1/0
def am(o): return {**o}
def an(o): return print(*5)
def ao(o): return len(
   **o)
def ap(o):
    @o
    def f(): pass
def aq(o):
    class X(list): pass
def ar(o): return f"{o:d}"
def at(o): return f"{o!r} {o.zip()}"
def au(o): return -o
def av(o): return o < 5 < o
def aw(o): return (lambda x: x + 1)(o)
def ax(o): return o if o.q else 1
import sys
fs = [f, g, h, k, m, n, p, q, r, s, w, w2, y, z, aa, ab, ac, ad, ae, af, ag, ah, ai, aj, ak, al, am, an, ao, ap, aq, ar, at, au, av, aw, ax]
try: fs[0](1, 2)
except AssertionError as e: sys.excepthook(type(e), e, e.__traceback__)
for fn in fs[1:]:
    for arg in (0, "abc"):
        try: fn(arg)
        except Exception as e: sys.excepthook(type(e), e, e.__traceback__)
