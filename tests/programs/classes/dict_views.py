# __dict__ as a live view: instances, classes, modules; vars, dir order, deletion, insertion order
import sys
class C:
    x = 1
    def m(self): pass
c = C(); d = c.__dict__
c.a = 1; c.b = 2; print(d, d is c.__dict__, vars(c) is d); d["z"] = 26; print(c.z); del c.a; print(d); d.clear(); print(vars(c), hasattr(c, "b")); c.new = 5; print(d)
d.update(a=1, b=2); print(c.a + c.b); d.pop("a"); print(hasattr(c, "a")); d.setdefault("s", []).append(1); print(c.s)
d["not an identifier"] = 1; print(getattr(c, "not an identifier")); d[5] = "int key"; print(sorted(map(str, d)))
e = C(); e.__dict__ = d; e.shared = True; print(c.shared, c.__dict__ is e.__dict__)
print(list(C.__dict__)[:5], type(C.__dict__).__name__, C.__dict__["x"], "m" in C.__dict__, C.__dict__.get("nope"), len(C.__dict__) > 3)
for f in (lambda: C.__dict__.__setitem__("y", 1), lambda: C.__dict__["nope"], lambda: setattr(C, "__dict__", {})):
    try: f()
    except Exception as ex: print(type(ex).__name__, ex)
view = C.__dict__; C.y = 2; print(view["y"]); del C.y; print("y" in view)
order = C(); order.c = 1; order.a = 2; order.b = 3; order.a = 9; print(list(vars(order).items())); del order.c; order.c = 0; print(list(vars(order)))
class P:
    def __init__(self, **k): self.__dict__.update(k)
    def __repr__(self): return f"P({', '.join(f'{k}={v!r}' for k, v in self.__dict__.items())})"
    def __eq__(self, o): return self.__dict__ == o.__dict__
    def copy(self, **k): n = P.__new__(P); n.__dict__.update(self.__dict__, **k); return n
p = P(x=1, y="s"); q = p.copy(y=2); print(p, q, p == q, p == p.copy(), P())
m = sys.modules[__name__] if hasattr(sys, "modules") else None
g = globals(); g["made"] = "by globals"; print(made); made = "again"; print(g["made"]); del g["made"]
try: made
except NameError as ex: print(ex)
print(m is None or m.__dict__ is g, g["c"] is c, "nope" in g, __name__ in g["__name__"])
many = C()
for i in range(60): setattr(many, f"attr{i}", i)
print(sum(vars(many).values()), len(many.__dict__), many.attr59, [n for n in vars(many) if n.endswith("7")])
for i in range(0, 60, 2): delattr(many, f"attr{i}")
print(len(vars(many)), hasattr(many, "attr0"), many.attr1); many.attr0 = "back"; print(list(vars(many))[-1])
try:
    for k in vars(many): setattr(many, k + "x", 1)
except RuntimeError as ex: print(ex)
class Sub(dict): pass
s = Sub(a=1); s.attr = 2; print(s, s.__dict__, vars(s)); s.__dict__["q"] = 3; print(s.q)
class E(Exception): pass
x = E("m"); x.info = 1; print(x.__dict__, x.args); x.__dict__["k"] = 2; print(x.k)
def f(): pass
f.__dict__["tag"] = 1; print(f.tag, f.__dict__)
print({k: v for k, v in vars(P(a=1)).items()}, {**vars(P(b=2))}, dict(vars(P(c=3)), d=4), len(vars(P())))
