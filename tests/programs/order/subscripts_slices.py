# order of evaluation: subscripts, slices, attribute chains, read and stored and deleted
log = []
def t(n, v=None):
    log.append(str(n))
    return v
def show(v=None):
    print(v, "<-", *log); log.clear()
class C:
    def __getitem__(self, k): log.append(f"get{k}"); return k
    def __setitem__(self, k, v): log.append(f"set{k}={v}")
    def __delitem__(self, k): log.append(f"del{k}")
    def __getattr__(self, n): log.append("attr " + n); return C()
    def __setattr__(self, n, v): log.append(f"setattr {n}={v}")
    def __delattr__(self, n): log.append(f"delattr {n}")
c = C()
show(t("c", c)[t("k", 1)])
show(t("c", c)[t("a", 1):t("b", 2):t("s", 3)])
show(t("c", c)[t("a", 1):t("b", 2), t("x", 5), ...])
show(t("c", c)[t("a", 1), t("b", 2)])
show(t("c", c)[:, ::t("s", 2)])
t("c", c)[t("k", 1)] = t("v", 9); show()
t("c", c)[t("a", 1):t("b", 2)] = t("v", 9); show()
del t("c", c)[t("k", 1)], t("c2", c)[t("a", 1):]; show()
t("c", c).x.y.z = t("v", 1); show()
del t("c", c).x.y, t("d", c).q; show()
t("c", c).x[t("i", 1)].y = t("v", 2); show()
c[t("i", 1)] = c[t("j", 2)] = c.z = t("v", 3); show()
c.a, c[t("k", 1)], (c.b, c[t("m", 2)]) = t("v1", 1), t("v2", 2), t("v3", (3, 4)); show()
c[t("i", 0)], *c[t("j", 1)].rest, c.z = t("v", "abcd"); show()
(c.p) = [c.q, c[t("n", 7)]] = t("pair", (1, 2)); show()
class I:
    def __init__(self, n, v): self.n, self.v = n, v
    def __index__(self): log.append("index" + self.n); return self.v
show([0, 1, 2, 3, 4, 5][I("a", 1):I("b", 5):I("c", 2)])
show("abcdef"[I("i", 2)]); show((1, 2, 3)[I("i", -1)]); show(b"abc"[I("a", 0):I("b", 2)])
l = [0, 1, 2]
l[I("i", 1)] = t("v", 9); show(l)
l[I("a", 0):I("b", 1)] = t("v", "xy"); show(l)
del l[I("i", 0)]; show(l)
for bad in (lambda: t("n", 5)[t("k", 1)], lambda: [][t("k", 1)], lambda: {}[t("k", "z")], lambda: [1][t("k", "z")], lambda: None[t("a"):t("b")],
            lambda: [1][I("x", 1)], lambda: [1, 2]["a":t("b", 1)], lambda: "ab"[::0], lambda: (1,)[I("q", "s")]):
    try: bad()
    except Exception as e: show(f"{type(e).__name__}: {e}")
def f():
    l = [1, 2, 3]; i = 0
    i = l[i] = 2
    print(l, i)
    i, l[i] = 0, 9
    print(l, i)
    x = [5, 6]; x[0], x[1] = x[1], x[0]; print(x)
    i = 1; l[i], i = i, 0; print(l, i)
f()
