# __getattr__, __getattribute__, __setattr__, __delattr__, __dir__, hasattr/getattr/setattr/delattr, AttributeError texts
class G:
    real = 1
    def __init__(self): self.inst = 2
    def __getattr__(self, n):
        if n.startswith("no"): raise AttributeError("custom " + n)
        if n == "boom": raise ValueError("boom")
        return f"dyn_{n}"
g = G(); print(g.real, g.inst, g.x, hasattr(g, "nope"), hasattr(g, "yes"), getattr(g, "nope", "d"), getattr(g, "q", "d"))
def tries(*fs):
    for f in fs:
        try: print(f())
        except Exception as e: print(type(e).__name__, e, getattr(e, "name", None))
tries(lambda: g.nope, lambda: g.boom, lambda: hasattr(g, "boom"), lambda: getattr(g, "boom", 1), lambda: G.zz, lambda: len(g), lambda: g(), lambda: g[0], lambda: g + 1)
class S:
    def __setattr__(self, n, v):
        if n == "ro": raise AttributeError("read only")
        object.__setattr__(self, n, v * 2)
    def __delattr__(self, n):
        if n == "keep": raise AttributeError("cannot delete")
        object.__delattr__(self, n)
s = S(); s.a = 2; s.keep = 3; setattr(s, "dyn", "x"); print(s.__dict__); s.__dict__["raw"] = 1; print(s.raw); del s.a; delattr(s, "dyn"); print(vars(s))
tries(lambda: setattr(s, "ro", 1), lambda: delattr(s, "keep"), lambda: delattr(s, "gone"), lambda: s.a)
class GA:
    def __init__(self): self.v = 1
    def __getattribute__(self, n):
        if n == "hidden": raise AttributeError("hidden!")
        v = object.__getattribute__(self, n)
        return (n, v) if n == "v" else v
    def __getattr__(self, n): return "fallback " + n
    def m(self): return self.v
ga = GA(); print(ga.v, ga.m(), ga.hidden, ga.none, ga.__dict__)
class Proxy:
    def __init__(self, t): object.__setattr__(self, "_t", t)
    def __getattr__(self, n): return getattr(self._t, n)
    def __setattr__(self, n, v): setattr(self._t, n, v)
    def __delattr__(self, n): delattr(self._t, n)
class T: pass
t = T(); p = Proxy(t); p.a = 1; print(t.a, p.a, p.__dict__.keys()); del p.a; tries(lambda: p.a); pl = Proxy([3, 1]); pl.append(2); pl.sort(); print(pl._t)
class C:
    def __init__(self): self.x = 1
    def meth(self): pass
c = C()
def seta(o, n, v=1): setattr(o, n, v)
tries(lambda: c.nope, lambda: C.nope, lambda: (5).nope, lambda: "s".nope, lambda: None.nope, lambda: [].nope, lambda: c.meth.nope, lambda: len.nope, lambda: int.nope, lambda: (lambda: 0).nope, lambda: seta(5, "x"), lambda: seta(int, "x"), lambda: seta(None, "x"), lambda: seta("s", "upper"), lambda: seta(c.meth, "x"), lambda: delattr(c, "meth"), lambda: delattr(C, "nope"), lambda: delattr(5, "real"), lambda: seta(5, "real"), lambda: seta([], "append"), lambda: seta(object(), "x"), lambda: seta(len, "x"), lambda: c.__dict__["q"])
tries(lambda: getattr(c, 5), lambda: setattr(c, 5, 1), lambda: hasattr(c, None), lambda: getattr(c), lambda: getattr(c, "a", 1, 2), lambda: delattr(c), lambda: vars(5), lambda: vars([]))
class Dir:
    a = 1
    def __dir__(self): return ["z", "a", "m"]
print(dir(Dir()), [n for n in dir(c) if not n.startswith("__")], [n for n in dir(C) if not n.startswith("__")])
class Auto:
    def __getattr__(self, n):
        v = Auto(); setattr(self, n, v); return v
a = Auto(); a.b.c.d = 5; print(a.b.c.d, sorted(vars(a)), "b" in vars(a))
class Rec:
    def __getattr__(self, n): return self.other
try: Rec().x
except RecursionError as e: print("recursion")
c.__dict__.update(y=2, z=3); print(c.y, c.z, sorted(c.__dict__)); c.__dict__ = {"fresh": 1}; print(c.fresh, hasattr(c, "x"))
tries(lambda: seta(c, "__dict__", 5), lambda: delattr(c, "__dict__") or c.__dict__)
class Meth: pass
m = Meth(); m.f = lambda *a: a; print(m.f(1)); Meth.g = lambda *a: len(a); print(m.g(1)); m.g = lambda *a: "inst"; print(m.g(1)); del m.g; print(m.g(1, 2))
