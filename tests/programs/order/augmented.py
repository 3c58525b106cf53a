# order of evaluation: augmented assignment to names, attributes, subscripts, slices; in-place and fallback operators
log = []
def t(n, v=None):
    log.append(str(n))
    return v
def show(v=None):
    print(v, "<-", *log); log.clear()
class N:
    def __init__(self, v): self.v = v
    def __iadd__(self, o): log.append(f"iadd {o}"); self.v += o; return self
    def __sub__(self, o): log.append(f"sub {o}"); return N(self.v - o)
    def __rmul__(self, o): log.append(f"rmul {o}"); return N(self.v * o)
    def __ior__(self, o): log.append("ior"); return NotImplemented
    def __or__(self, o): log.append("or"); return N(100)
    def __imatmul__(self, o): log.append("imatmul"); return "replaced"
    def __repr__(self): return f"N({self.v})"
class C:
    def __init__(self): object.__setattr__(self, "d", {})
    def __getitem__(self, k): log.append(f"get {k}"); return self.d.get(str(k), 10)
    def __setitem__(self, k, v): log.append(f"set {k}={v}"); self.d[str(k)] = v
    def __getattr__(self, n): log.append("attr " + n); return 1
    def __setattr__(self, n, v): log.append(f"setattr {n}={v}"); object.__setattr__(self, n, v)
c = C()
t("c", c)[t("k", 1)] += t("v", 5); show(c.d)
t("c", c)[t("a", 1):t("b", 2)] -= t("v", 5); show(c.d)
t("c", c).x *= t("v", 5); show(c.x)
t("c", c).x //= t("v", 2); show(c.x)
n = m = N(1); n += t("v", 2); show((n, m, n is m))
n -= t("v", 2); show((n, m)); n = 3; n *= N(2); show(n)
n |= t("v"); show(n); n @= 1; show(n)
a = b = [1]; a += t("v", (2, 3)); show((a, b, a is b)); a *= t("v", 2); show((a, b))
a = b = (1,); a += t("v", (2,)); show((a, b)); s = r = "a"; s += t("v", "b"); show((s, r))
d = e = {1: 1}; d |= t("v", [(2, 3)]); show((d, e)); p = q = {1}; p |= {2}; p &= {2, 3}; p ^= {5}; p -= {2}; show((p, q, p is q))
x = 7
for op in ("x += 1", "x <<= 3", "x >>= 1", "x **= 2", "x %= 100", "x &= 31", "x ^= 3", "x |= 64", "x /= 2", "x //= 2"):
    if op == "x += 1": x += 1
    elif op == "x <<= 3": x <<= 3
    elif op == "x >>= 1": x >>= 1
    elif op == "x **= 2": x **= 2
    elif op == "x %= 100": x %= 100
    elif op == "x &= 31": x &= 31
    elif op == "x ^= 3": x ^= 3
    elif op == "x |= 64": x |= 64
    elif op == "x /= 2": x /= 2
    else: x //= 2
    print(op, x, end="; ")
print()
tup = ([1], 2)
try: tup[0] += [5]
except TypeError as e: print(e, tup)
l = [0]
def grow(): l.append(9); return 1
l[0] += grow(); print(l); l[len(l) - 1] += grow(); print(l)
y = 10
def change():
    global y
    y = 100; return 1
y += change(); print(y); y = y + change(); print(y)
for bad in ("l += 5", "i += s", "u += 1", "o.q += 1", "d[k] += 1", "l @= 1", "s -= s"):
    try:
        if bad == "l += 5": l += 5
        elif bad == "i += s": i = 1; i += "s"
        elif bad == "u += 1": undefined += 1
        elif bad == "o.q += 1": o = 5; o.q += t("never")
        elif bad == "d[k] += 1": {}["k"] += t("never")
        elif bad == "l @= 1": l @= 1
        else: s -= s
    except Exception as e: show(f"{bad}: {type(e).__name__}: {e}")
def local():
    try: z += 1
    except UnboundLocalError as e: print(e)
    z = 1
local()
