# every binary operator: direct, reflected, in-place, on subclasses and mixed built-ins; error texts
import sys
ops = {"+": (lambda a, b: a + b, "add"), "-": (lambda a, b: a - b, "sub"), "*": (lambda a, b: a * b, "mul"), "/": (lambda a, b: a / b, "truediv"), "//": (lambda a, b: a // b, "floordiv"), "%": (lambda a, b: a % b, "mod"), "**": (lambda a, b: a ** b, "pow"), "@": (lambda a, b: a @ b, "matmul"), "<<": (lambda a, b: a << b, "lshift"), ">>": (lambda a, b: a >> b, "rshift"), "&": (lambda a, b: a & b, "and"), "|": (lambda a, b: a | b, "or"), "^": (lambda a, b: a ^ b, "xor")}
def i_add(a, b): a += b; return a
def i_sub(a, b): a -= b; return a
def i_mul(a, b): a *= b; return a
def i_div(a, b): a /= b; return a
def i_fdiv(a, b): a //= b; return a
def i_mod(a, b): a %= b; return a
def i_pow(a, b): a **= b; return a
def i_mat(a, b): a @= b; return a
def i_lsh(a, b): a <<= b; return a
def i_rsh(a, b): a >>= b; return a
def i_and(a, b): a &= b; return a
def i_or(a, b): a |= b; return a
def i_xor(a, b): a ^= b; return a
iops = [i_add, i_sub, i_mul, i_div, i_fdiv, i_mod, i_pow, i_mat, i_lsh, i_rsh, i_and, i_or, i_xor]
class Plain: pass
class Full: pass
class NotImpl: pass
class InPlace: pass
for op, (_, n) in ops.items():
    setattr(Full, f"__{n}__", lambda s, o, op=op: f"F{op}"); setattr(Full, f"__r{n}__", lambda s, o, op=op: f"r{op}F")
    setattr(NotImpl, f"__{n}__", lambda s, o: NotImplemented); setattr(NotImpl, f"__r{n}__", lambda s, o: NotImplemented); setattr(NotImpl, f"__i{n}__", lambda s, o: NotImplemented)
    setattr(InPlace, f"__i{n}__", lambda s, o, op=op: f"I{op}=")
class Sub(Full):
    def __radd__(self, o): return "Sub.radd"
def attempt(f, a, b):
    try: return f(a, b)
    except TypeError as e: return f"{e}"
    except ZeroDivisionError as e: return f"Z {e}"
for a, b in ((Full(), 1), (1, Full()), (Full(), Full()), (Full(), Sub()), (NotImpl(), Full()), ("s", Full()), ([1], Full()), (1.5, Full()), (None, Full())):
    print(type(a).__name__, type(b).__name__, *(attempt(f, a, b) for f, _ in ops.values()))
for a, b in ((Plain(), 1), (1, Plain()), (NotImpl(), NotImpl()), (1, "s"), ([1], 2), ("a", 1.5), (None, None), ({}, {}), ({1}, [1]), ((1,), [1]), (1, 2.5), (True, b"x"), (1j, 2), (len, int)):
    print(type(a).__name__, type(b).__name__)
    for f, _ in ops.values(): print("  ", attempt(f, a, b))
for a, b in ((InPlace(), 1), (Full(), 1), (NotImpl(), 1), (Plain(), "x")): print(*(attempt(f, a, b) for f in iops), sep="\n")
print(*(attempt(f, 7, 2) for f in iops if f is not i_mat), attempt(i_mat, 7, 2))
for f, name in ((lambda x: -x, "neg"), (lambda x: +x, "pos"), (lambda x: ~x, "inv"), (abs, "abs"), (round, "round"), (int, "int"), (float, "float"), (complex, "complex"), (hex, "hex"), (lambda x: divmod(x, 2), "divmod"), (lambda x: pow(x, 2, 3), "pow"), (len, "len"), (iter, "iter"), (next, "next"), (reversed, "reversed"), (hash, "hash"), (list, "list"), (sum, "sum"), (lambda x: x[0], "getitem"), (lambda x: x(), "call"), (lambda x: 1 in x, "in"), (lambda x: [1][x], "index"), (bool, "bool"), (lambda x: x < x, "lt"), (chr, "chr"), (ord, "ord"), (bytes, "bytes"), (lambda x: "%d" % x, "pct"), (lambda x: f"{x:d}", "fmt"), (lambda x: range(x), "range"), (lambda x: [] * x, "rep"), (enumerate, "enum"), (lambda x: dict(x), "dict"), (lambda x: set(x), "set"), (lambda x: "".join(x), "join"), (lambda x: sorted(x), "sorted"), (lambda x: min(x), "min"), (lambda x: isinstance(1, x), "isinstance")):
    for v in (Plain(), None):
        try: r = f(v); print(name, type(r).__name__, end="; ")
        except TypeError as e: print(name, str(e), end="; ")
    print()
