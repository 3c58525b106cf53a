# Context variables: defaults, tokens, copies, entering.
from _contextvars import ContextVar, Context, copy_context, Token
v = ContextVar("v", default=3)
w = ContextVar("w")
print(v.get(), v.get(5), w.get("none"), v.name)
try:
    w.get()
except LookupError as e:
    print(type(e), e.args[0] is w)
tok = v.set(10)
print(v.get(), tok.old_value is Token.MISSING, tok.var is v, Token.MISSING)
c = copy_context()
def inside(x, y=1):
    print("in", v.get(), x, y)
    t = v.set(20)
    w.set("W")
    print(t.old_value, len(copy_context()))
    try:
        c.run(print)
    except RuntimeError as e:
        print(str(e)[:21])
    return v.get()
print(c.run(inside, 1, y=2), v.get(), w.get(None), c[v], c.get(w), w in c, len(c), sorted(k.name for k in c))
print(sorted((k.name, x) for k, x in c.items()), sorted(map(str, c.values())))
v.reset(tok)
print(v.get())
for op in (lambda: v.reset(tok), lambda: w.reset(v.set(1)), lambda: c.run(lambda: None) or v.reset(c.run(v.set, 3)), lambda: c["x"], lambda: Context(1), lambda: Token(), lambda: ContextVar(1), lambda: v.reset(1), lambda: hash(c), lambda: copy_context()[w]):
    try:
        print(op())
    except Exception as e:
        print(type(e).__name__, str(e).split(" at ")[0])
print(copy_context() == copy_context(), Context() == Context(), Context() != c, repr(v)[:36])
print(ContextVar[int], Context.__module__, type(c), list(Context()))
