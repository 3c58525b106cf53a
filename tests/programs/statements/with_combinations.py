# with: exit order, suppression, errors in enter and exit, several items, as-targets, nesting, returns, special lookup
log = []
class M:
    def __init__(self, n, enter=None, exit=None, swallow=False): self.n, self.e, self.x, self.s = n, enter, exit, swallow
    def __enter__(self):
        log.append("+" + self.n)
        if self.e: raise self.e
        return self.n
    def __exit__(self, t, v, tb):
        log.append(f"-{self.n}({t.__name__ if t else ''}{':' + str(v) if v else ''}{'T' if tb else ''})")
        if self.x: raise self.x
        return self.s
def run(name, f):
    try: r = f()
    except Exception as e:
        r = repr(e); c = e.__context__
        while c: r += " <- " + repr(c); c = c.__context__
    print(name, r, *log); log.clear()
def body(*ms, exc=None):
    def f():
        if len(ms) == 1:
            with ms[0] as a:
                if exc: raise exc
            return a
        if len(ms) == 2:
            with ms[0] as a, ms[1] as b:
                if exc: raise exc
            return a, b
        with ms[0] as a, ms[1] as b, ms[2] as c:
            if exc: raise exc
        return a, b, c
    return f
V = ValueError
run("plain", body(M("a"))); run("raise", body(M("a"), exc=V("body"))); run("swallow", body(M("a", swallow=True), exc=V("body"))); run("enter fails", body(M("a", enter=V("enter")))); run("exit fails", body(M("a", exit=V("exit")))); run("both", body(M("a", exit=KeyError("exit")), exc=V("body")))
run("two", body(M("a"), M("b"))); run("two raise", body(M("a"), M("b"), exc=V("x"))); run("inner swallows", body(M("a"), M("b", swallow=True), exc=V("x")) if False else body(M("a", swallow=True), M("b"), exc=V("x"))); run("second enter fails", body(M("a"), M("b", enter=V("e2")))); run("second enter swallowed", lambda: body(M("a", swallow=True), M("b", enter=V("e2")))() if False else "skip"); run("second exit fails", body(M("a"), M("b", exit=V("x2")))); run("exit replaces", body(M("a"), M("b", exit=KeyError("x2")), exc=V("body"))); run("three", body(M("a"), M("b"), M("c"), exc=V("t"))); run("mid exit", body(M("a", exit=OSError("xa")), M("b", exit=KeyError("xb")), M("c", exit=IndexError("xc")), exc=V("t")))
def ret():
    with M("r"): return "value"
def ret_swallow():
    with M("r", swallow=True): return 1 // 0
    return "after"
def loop():
    for i in range(3):
        with M(str(i)):
            if i == 0: continue
            if i == 1: break
    return i
def nested():
    with M("o", swallow=True):
        with M("i"): raise V("n")
        log.append("skipped")
    return "done"
def paren():
    with (M("p") as x, M("q") as y,): return x + y
def attr_target():
    class O: pass
    o, l = O(), [0]
    with M("a") as o.x, M("b") as l[0], M("c") as (d): pass
    return o.x, l, d
def unpack():
    class P(M):
        def __enter__(self): return 1, (2, 3)
    with P("p") as (a, (b, *c)): return a, b, c
def truthy():
    class T(M):
        def __exit__(self, *a): return "non-empty"
    with T("t"): raise V
    return "swallowed"
class BadBool:
    def __bool__(self): raise KeyError("bool")
def badbool():
    class T(M):
        def __exit__(self, *a): return BadBool()
    with T("t"): raise V("orig")
def fin():
    try:
        with M("f"): return "with"
    finally: log.append("finally")
def gen():
    with M("g"): yield 1; yield 2
def genclose(): g = gen(); next(g); g.close(); return "closed"
def reuse():
    m = M("same")
    with m, m: pass
    return "ok"
for f in (ret, ret_swallow, loop, nested, paren, attr_target, unpack, truthy, badbool, fin, genclose, reuse): run(f.__name__, f)
class NoExit:
    def __enter__(self): pass
class NoEnter:
    def __exit__(self, *a): pass
class Inst: pass
i = Inst(); i.__enter__ = lambda: 1; i.__exit__ = lambda *a: None
class Static:
    __enter__ = staticmethod(lambda: "static"); __exit__ = classmethod(lambda cls, *a: log.append(cls.__name__))
def w(m):
    with m as x: return x
for m in (NoExit(), NoEnter(), i, 5, None, Static(), M): run("bad", lambda: w(m))
class Exc(Exception): pass
def exits_once():
    with M("1") as a:
        try: raise Exc("inner")
        except Exc: log.append("handled")
    return a
run("handled inside", exits_once)
