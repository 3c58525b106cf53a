# properties: getter, setter, deleter, inheritance, errors, doc, on classes, overriding by instance dict
class T:
    def __init__(self): self._c = 0
    @property
    def c(self):
        "celsius"
        return self._c
    @c.setter
    def c(self, v):
        if v < -273: raise ValueError("too cold")
        self._c = v
    @c.deleter
    def c(self): print("deleting"); self._c = None
    @property
    def f(self): return self.c * 9 / 5 + 32
    def _get(self): return "g"
    def _set(self, v): self.log = v
    old = property(_get, _set, None, "old doc")
    setonly = property(None, _set)
    empty = property()
    @property
    def boom(self): raise AttributeError("inside")
t = T(); t.c = 100; print(t.c, t.f, T.c.__doc__, T.old.__doc__, t.old)
t.c += 5; print(t.c); del t.c; print(t.c); t.old = 3; print(t.log); t.setonly = 4; print(t.log)
def tries(*fs):
    for f in fs:
        try: print(f())
        except Exception as e: print(type(e).__name__, e)
def set_(o, n, v): setattr(o, n, v)
def del_(o, n): delattr(o, n)
tries(lambda: set_(t, "c", -300), lambda: set_(t, "f", 1), lambda: del_(t, "f"), lambda: del_(t, "old"), lambda: t.setonly, lambda: t.empty, lambda: set_(t, "empty", 1), lambda: t.boom, lambda: hasattr(t, "boom"), lambda: getattr(t, "boom", "default"), lambda: T.c.fget(t), lambda: T.f.fset, lambda: T.c.fset.__name__)
class U(T):
    @T.c.getter
    def c(self): return ("sub", self._c)
    @property
    def f(self): return "U.f " + str(self._c)
class V(T):
    @T.f.setter
    def f(self, v): self._c = (v - 32) * 5 / 9
u = U(); u.c = 7; print(u.c, u.f); v = V(); v.f = 212; print(v.c, v.f)
class W(T): c = 5
w = W(); print(w.c); w.c = 9; print(w.c, w.__dict__)
t.__dict__["f"] = "shadow"; print(t.f != "shadow", t.__dict__["f"])
class P:
    def __init__(self): self.x = 1
p = P(); print(p.x); P.x = property(lambda self: "prop", lambda self, v: print("set", v)); print(p.x); p.x = 2; print(p.__dict__); del P.x; print(p.x)
class Cached:
    def __init__(self, fn): self.fn, self.n = fn, fn.__name__
    def __get__(self, o, c): 
        if o is None: return self
        v = o.__dict__[self.n] = self.fn(o); return v
class K:
    calls = 0
    @Cached
    def val(self): K.calls += 1; return 42
k = K(); print(k.val, k.val, K.calls, K.val is K.__dict__["val"]); del k.val; print(k.val, K.calls)
def add_prop(cls, n): setattr(cls, n, property(lambda self: self.__dict__.get("_" + n, 0), lambda self, v: self.__dict__.__setitem__("_" + n, v * 2)))
class Z: pass
for n in "ab": add_prop(Z, n)
z = Z(); z.a = 3; print(z.a, z.b, vars(z)); print(isinstance(Z.a, property), type(Z.a).__name__, callable(Z.a))
class WithGetattr:
    @property
    def p(self): return self.missing_thing
    def __getattr__(self, n): return "fallback " + n
print(WithGetattr().p)
class WG2:
    @property
    def p(self): raise AttributeError("x")
    def __getattr__(self, n): return "fallback " + n
print(WG2().p)
prop = property(lambda s: 1); q = prop.setter(lambda s, v: None); print(prop is q, prop.fset, q.fget is prop.fget)
try: prop.fget = 5
except AttributeError as e: print(e)
class NonSelf:
    @property
    def bad(): return 1
tries(lambda: NonSelf().bad, lambda: property(1, 2, 3, 4, 5), lambda: property(5).__get__(1, 2))
