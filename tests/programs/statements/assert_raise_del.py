# assert, raise and del statements: forms, errors, evaluation
def t(*fs):
    for f in fs:
        try: print(f(), end="; ")
        except BaseException as e: print(f"{type(e).__name__}({', '.join(map(repr, e.args))}) cause={e.__cause__!r} ctx={e.__context__!r} sup={e.__suppress_context__}", end="; ")
    print()
def r(*a, cause="no"):
    if not a: raise
    if cause == "no": raise a[0]
    raise a[0] from cause
class E(Exception): pass
class NeedsArg(Exception):
    def __init__(self, x): super().__init__(x)
class BadNew(Exception):
    def __new__(cls): return 5
class RaisesInit(Exception):
    def __init__(self): raise KeyError("init")
t(lambda: r(E), lambda: r(E()), lambda: r(E("m", 1)), lambda: r(5), lambda: r("s"), lambda: r(None), lambda: r(int), lambda: r(object()), lambda: r(NeedsArg), lambda: r(BadNew), lambda: r(RaisesInit), lambda: r(), lambda: r([E]), lambda: r((E, "x")), lambda: r(BaseException), lambda: r(KeyboardInterrupt), lambda: r(SystemExit(2)), lambda: r(GeneratorExit), lambda: r(StopIteration(5)))
t(lambda: r(E, cause=None), lambda: r(E("a"), cause=V), lambda: r(E, cause=V("inst")), lambda: r(E, cause=5), lambda: r(E, cause="s"), lambda: r(5, cause=None), lambda: r(E, cause=NeedsArg), lambda: r(E, cause=E)) if (V := ValueError) else 0
def ctx(f):
    try: raise KeyError("first")
    except KeyError: return f()
t(lambda: ctx(lambda: r(E)), lambda: ctx(lambda: r(E, cause=None)), lambda: ctx(lambda: r()), lambda: ctx(lambda: r(E, cause=V("c"))), lambda: ctx(lambda: r(5)), lambda: ctx(lambda: 1 // 0))
def asrt(c, *m):
    if m: assert c, m[0]
    else: assert c
    return "passed"
class B:
    def __bool__(self): raise ValueError("bool")
t(lambda: asrt(1), lambda: asrt(0), lambda: asrt([]), lambda: asrt("", "msg"), lambda: asrt(None, ("t", 1)), lambda: asrt(0, E("as message")), lambda: asrt(B()), lambda: asrt(0, None), lambda: asrt([0], "no"), lambda: asrt(0.0, b"x"))
def evaluated():
    log = []
    assert log.append(1) is None, log.append(2)
    try: assert log.append(3), log.append(4)
    except AssertionError as e: return log, e.args
print(evaluated())
x = y = z = 1; del x, y; del (z)
a, b, c, d = 1, 2, 3, 4
del (a, b), [c, d]
print([n for n in ("x", "y", "z", "a", "b", "c", "d") if n in globals()])
l = list(range(6)); del l[0], l[-1], l[1:2]; print(l); d = {1: 2, 3: 4}; del d[1]; print(d)
def dl():
    v = [1]
    def f(): return v
    del v
    t(f)
    v = 2
    return f()
print(dl())
class O: pass
o = O(); o.p = 1; del o.p
def dele(k):
    if k == 0: del nope
    if k == 1: del o.p
    if k == 2: del l[99]
    if k == 3: del d["zz"]
    if k == 4: del "abc"[0]
    if k == 5: del (1, 2)[0]
    if k == 6: del O.nope
    if k == 7: del o.__class__
    if k == 8: loc = 1; del loc; return loc
    if k == 9: del len
    if k == 10: del l["x"]
    if k == 11: del l[::0]
t(*[lambda k=k: dele(k) for k in range(12) if k not in (0, 9)])
def glob():
    global gx
    gx = 1; del gx
    del gx
t(glob)
for i in range(3): del i
print("i" in globals())
def loopdel():
    for i in range(2):
        j = i
        del j, i
    try: i
    except UnboundLocalError as e: return e
print(loopdel()); e = E("notes"); e.add_note("n1"); e.add_note("n2"); print(e.__notes__); t(lambda: e.add_note(5), lambda: r(e.with_traceback(None)), lambda: e.with_traceback(5))
