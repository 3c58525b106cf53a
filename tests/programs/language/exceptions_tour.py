# exceptions
def f(n):
    try:
        if n == 0: return "ret"
        if n == 1: raise ValueError("v")
        if n == 2: raise KeyError("k")
        return "end"
    except ValueError as e:
        return "ve %s" % e
    else:
        return "else"
    finally:
        print("finally", n)
        if n == 5: return "override"
for i in (0, 1, 3, 5):
    print(f(i))
try: f(2)
except KeyError as e: print("out", e, e.args)
def chain():
    try:
        try:
            1 / 0
        except ZeroDivisionError as z:
            raise ValueError("inner") from z
    except ValueError as v:
        print(repr(v.__cause__), v.__suppress_context__, repr(v.__context__))
        raise RuntimeError("last")
try: chain()
except RuntimeError as r:
    e = r
    while e: print(type(e).__name__, e); e = e.__context__
try:
    try: raise TypeError("a")
    finally: print("cleanup")
except TypeError: print("caught")
for i in range(5):
    try:
        if i == 1: continue
        if i == 3: break
        print("body", i)
    finally:
        print("fin", i)
else: print("no break")
def g():
    for i in range(3):
        try:
            yield i
        except ValueError as e:
            print("gen caught", e)
            yield "recovered"
        finally:
            print("gen fin", i)
it = g(); print(next(it)); print(it.throw(ValueError("x"))); print(next(it)); it.close()
import sys
try:
    raise OSError(2, "No such file", "name")
except FileNotFoundError as e:
    print(type(e), e, e.errno, e.filename, sys.exc_info()[0])
print(sys.exc_info())
class Ctx:
    def __init__(self, swallow): self.s = swallow
    def __enter__(self): print("enter"); return self
    def __exit__(self, *a): print("exit", a[0] and a[0].__name__); return self.s
with Ctx(True): raise KeyError(1)
try:
    with Ctx(False) as c, Ctx(False): raise KeyError(2)
except KeyError as e: print(e)
def ret():
    with Ctx(False): return 3
print(ret())
try: assert 1 == 2, "msg"
except AssertionError as e: print("AE", e)
try: raise
except RuntimeError as e: print(e)
try: raise 5
except TypeError as e: print(e)
try: raise ValueError from 5
except TypeError as e: print(e)
try:
    try: raise ValueError(1)
    except ValueError: raise
except ValueError as e: print("re", e)
for exc in (lambda: {}["a"], lambda: [][1], lambda: "a" + 1, lambda: 1 + "a", lambda: int("z"), lambda: None.x, lambda: undefined_name, lambda: (1).real(), lambda: [1,2].index(9),
            lambda: {}.popitem(), lambda: [].pop(), lambda: "abc".index("z"), lambda: float("q"), lambda: int([]), lambda: len(5), lambda: iter(5), lambda: next(iter([])), lambda: [][None], lambda: {[]: 1},
            lambda: "x" * "y", lambda: 1 << -1, lambda: 2 ** "a", lambda: chr(-1), lambda: ord("ab"), lambda: max([]), lambda: sum("ab"), lambda: range(1, 2, 0), lambda: bytes([300]), lambda: "%d" % "a", lambda: "{}".format(), lambda: "abc"["a"], lambda: (1,2)[5],
            lambda: abs("a"), lambda: round("a"), lambda: isinstance(1, 2), lambda: setattr(1, "a", 2), lambda: object().x, lambda: int("1" * 5000), lambda: "a".join([1]), lambda: dict([1]), lambda: set([[]]), lambda: zip(1), lambda: enumerate(), lambda: print(sepp=1), lambda: sorted([1, "a"]), lambda: divmod(1, 0), lambda: 1 % 0, lambda: 1.0 / 0, lambda: 1 // 0, lambda: 0 ** -1, lambda: float("1e400") // 0, lambda: complex("a"), lambda: bytes("a"), lambda: "a".encode("nope"), lambda: b"\xff".decode(), lambda: "\ud800".encode(), lambda: memoryview(1), lambda: slice(), lambda: hash([]), lambda: getattr(1, 2), lambda: super(), lambda: type(1, 2), lambda: list(5), lambda: tuple(1, 2), lambda: str(b"a", "q"), lambda: open("/nonexistent/x"), lambda: input, lambda: pow(2, -1, 4), lambda: int.from_bytes(5), lambda: (5).to_bytes(0, "big"), lambda: [1, 2] + (3,), lambda: {1} | [2], lambda: {} | [], lambda: not_defined(), lambda: frozenset([1]).add(2)):
    try:
        r = exc()
        print("no error", r)
    except Exception as e:
        print(type(e).__name__, "|", e)
def deep(n): return deep(n + 1)
try: deep(0)
except RecursionError as e: print("RE", str(e)[:33])
class Unhash: __hash__ = None
try: {Unhash(): 1}
except TypeError as e: print(e)
e = ValueError("note"); e.add_note("n1"); print(e.__notes__)
def nested():
    try:
        try: raise KeyError("a")
        finally: raise ValueError("b")
    except ValueError as v: return repr(v.__context__)
print(nested())
raise SystemExit(3)
