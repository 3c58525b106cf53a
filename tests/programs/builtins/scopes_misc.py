# globals, locals, vars, print options, input errors, sorted of mixed builtins, id, callable, object, slice helpers, __build_class__ basics.

def t(f, *a, **k):
    try:
        print(repr(f(*a, **k)))
    except Exception as e:
        print(type(e).__name__ + ":", e)


import sys
import io
import builtins
x = 1
print(globals()["x"], "x" in globals(), globals() is globals(), __name__, type(globals()).__name__, sorted(k for k in vars() if k in ("x", "t", "sys")))
globals()["made"] = "by globals"
print(made)


def f(a, b=2):
    c = 3
    return sorted(locals().items())


print(f(1), (lambda z: locals())(5), [sorted(locals()) for q in "a"] and 1)
print("a", "b", sep="-", end="!\n"); print(); print(sep="x"); print("a", None, 1.5, [1], sep=""); print("x", end=""); print("", end="\n\n"); print("a", "b", sep=None, end=None); print(*[], sep=","); print("é", "\t", "", sep="|")
out = io.StringIO()
print("to", "buffer", file=out, flush=True); print(1, 2, sep=", ", end=";", file=out); print(repr(out.getvalue())); print("none file", file=None)
for g in (lambda: print(sep=5), lambda: print(end=5), lambda: print(foo=1), lambda: print("a", file=5), lambda: print("x", sep=b""), lambda: print("a", file=object()), lambda: print("x", end=[])):
    t(g)


class W:
    def __init__(self):
        self.parts = []

    def write(self, s):
        self.parts.append(s)


w = W()
print("a", 1, sep="+", end=".", file=w); print(w.parts)
t(lambda: print("a", file=w, flush=True))


class Boom:
    def write(self, s):
        raise OSError("write " + repr(s))


t(lambda: print("a", "b", file=Boom()))
old = sys.stdout
sys.stdout = out
print("captured")
sys.stdout = old
print(repr(out.getvalue()), builtins.len is len, builtins.print is print, builtins.True_ if hasattr(builtins, "True_") else "no", __builtins__ is builtins)
sys.stdout = None
print("vanishes")
sys.stdout = old
o = object()
print(repr(o).startswith("<object object at 0x"), object() == object(), o == o, o != o, isinstance(o, object), hash(o) == hash(o), str(o) == repr(o), bool(o))
for g in (lambda: object(1), lambda: object(x=1), lambda: o.x, lambda: o < o, lambda: o + o, lambda: o(), lambda: o[0], lambda: len(o), lambda: iter(o), lambda: -o, lambda: ~o, lambda: o @ o, lambda: 1 in o, lambda: o[0:1], lambda: float(o), lambda: int(o), lambda: abs(o), lambda: "%d" % o, lambda: [0][o], lambda: format(o, "x"), lambda: print(*5), lambda: f(**5), lambda: f(*None), lambda: f(**{"a": 1, 2: 3})):
    try:
        print(g())
    except Exception as e:
        print(type(e).__name__, str(e).split(" at 0x")[0])
print(len, print, abs, [].append.__name__, str.join, "".join.__qualname__, int.__add__, len.__name__, len.__module__, type(len).__name__, max.__qualname__, dict.fromkeys.__qualname__, type.__call__)
print(Ellipsis, ... is Ellipsis, NotImplemented, None, True, repr(type), repr(int), __debug__)
assert x == 1, "not reached"
try:
    assert x == 2, ("tuple", x)
except AssertionError as e:
    print(repr(e), e.args)
try:
    assert not x
except AssertionError as e:
    print(repr(e))
print(isinstance(__doc__, (str, type(None))), __file__.endswith(".py"), __spec__, __package__, type(__loader__).__name__ != "")
