# order of evaluation: operands, reflected methods, subclass priority, power, unary, mixed expressions
log = []
class V:
    def __init__(self, n): self.n = n
    def __repr__(self): return self.n
    def __neg__(self): log.append("neg"); return V("-" + self.n)
    def __pos__(self): log.append("pos"); return V("+" + self.n)
    def __invert__(self): log.append("inv"); return V("~" + self.n)
    def __abs__(self): log.append("abs"); return V("|" + self.n)
def make(name, sym):
    def op(self, o): log.append(name); return V(f"({self.n}{sym}{getattr(o, 'n', o)})")
    def rop(self, o): log.append("r" + name); return V(f"({getattr(o, 'n', o)}{sym}{self.n})r")
    setattr(V, f"__{name}__", op); setattr(V, f"__r{name}__", rop)
for name, sym in dict(add="+", sub="-", mul="*", truediv="/", floordiv="//", mod="%", pow="**", matmul="@", lshift="<<", rshift=">>", xor="^").items(): make(name, sym)
setattr(V, "__and__", lambda s, o: (log.append("and"), V(f"({s.n}&{o.n})"))[1]); setattr(V, "__or__", lambda s, o: (log.append("or"), V(f"({s.n}|{o.n})"))[1])
def v(n): log.append(n); return V(n)
def show(x): print(x, "<-", *log); log.clear()
show(v("a") + v("b") * v("c")); show(v("a") - v("b") - v("c")); show(v("a") ** v("b") ** v("c")); show(-v("a") ** -v("b")); show((v("a") + v("b")) @ v("c") // v("d"))
show(v("a") | v("b") ^ v("c") & v("d") << v("e") + v("f")); show(~v("a") - +v("b") % v("c")); show(v("a") >> v("b") << v("c") / v("d")); show(1 + v("a")); show(2 ** v("a") ** 3)
show("s" % v("a")); show([1] * v("a")); show(1.5 / v("a") - None); show((1,) + v("b")); show(abs(-v("a"))); show(divmod(7, 2))
class P:
    def __add__(self, o): log.append("P.add"); return NotImplemented
    def __radd__(self, o): log.append("P.radd"); return "P.radd"
    def __eq__(self, o): log.append("P.eq"); return NotImplemented
    def __lt__(self, o): log.append("P.lt"); return NotImplemented
    def __gt__(self, o): log.append("P.gt"); return "P.gt"
class Q(P): pass
class R(P):
    def __radd__(self, o): log.append("R.radd"); return NotImplemented
    def __gt__(self, o): log.append("R.gt"); return "R.gt"
class S:
    def __radd__(self, o): log.append("S.radd"); return "S"
    def __eq__(self, o): log.append("S.eq"); return "S.eq"
for x, y in ((P(), P()), (P(), Q()), (P(), R()), (R(), P()), (R(), R()), (P(), S()), (S(), P()), (P(), 1), (1, P())):
    for f in (lambda: x + y, lambda: x == y, lambda: x < y, lambda: x != y):
        try: r = f()
        except TypeError as e: r = e
        show(f"{type(x).__name__},{type(y).__name__}: {r}")
class Rpow:
    def __pow__(self, o, m=None): return ("pow", o, m)
    def __rpow__(self, o, m=None): return ("rpow", o, m)
print(pow(Rpow(), 2), pow(Rpow(), 2, 3), 2 ** Rpow(), Rpow() ** 2)
try: print(pow(2, Rpow(), 3))
except TypeError as e: print(e)
class NoneOp:
    __add__ = None; __radd__ = None
    def __sub__(self, o): raise RuntimeError("in sub")
for f in (lambda: NoneOp() + 1, lambda: 1 + NoneOp(), lambda: NoneOp() - 1, lambda: NoneOp() * 2, lambda: -NoneOp(), lambda: NoneOp() < 1, lambda: NoneOp() @ 1):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
