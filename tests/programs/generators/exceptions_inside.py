# generators and exception state: handlers around yield, context, exc_info per generator, nested tries
import sys
def g():
    try: yield 1
    except ValueError as e:
        yield ("handling", str(e), str(sys.exc_info()[1]))
        try: yield 2
        except KeyError as k: yield ("inner", repr(k.__context__))
        yield ("still", str(sys.exc_info()[1]))
    yield ("none", sys.exc_info()[1])
a = g(); print(next(a), a.throw(ValueError("v")), sys.exc_info()[1], next(a), a.throw(KeyError("k")), next(a), next(a))
try: raise TypeError("caller")
except TypeError:
    b = g(); print(next(b), b.throw(ValueError("v")), sys.exc_info()[1], list(b)[1:])
def h():
    try: yield sys.exc_info()[1]
    finally: print("fin", sys.exc_info()[1])
c = h(); print(next(c))
try:
    raise RuntimeError("outside")
except RuntimeError: print(next(c, "done"))
def ctx():
    try: yield
    except ValueError as e: raise KeyError("new") from e
d = ctx(); next(d)
try: d.throw(ValueError("orig"))
except KeyError as e: print(repr(e), repr(e.__cause__), e.__suppress_context__)
def ctx2():
    try: yield
    finally: raise KeyError("from finally")
d = ctx2(); next(d)
try: d.throw(ValueError("orig"))
except KeyError as e: print(repr(e), repr(e.__context__))
def multi():
    for i in range(3):
        try:
            try: x = yield i
            except ValueError: yield "V"; continue
            else: yield ("else", x)
            finally: yield ("finally", i)
        except KeyError: yield "K"; break
    else: yield "for-else"
    return "end"
m = multi(); print([next(m), m.send("s"), next(m), next(m), m.throw(ValueError("z")), next(m), next(m), m.throw(KeyError("q")), next(m)])
try: next(m); 
except StopIteration as e: print("stop", e.value)
m = multi(); print([next(m) for _ in range(10)], next(m, "over"))
def reraise():
    try: yield 1
    except Exception: yield 2; raise
r = reraise(); next(r); r.throw(OSError("re"))
try: next(r)
except OSError as e: print(repr(e))
def withs(log):
    class M:
        def __init__(self, n): self.n = n
        def __enter__(self): log.append("+" + self.n)
        def __exit__(self, t, v, tb): log.append(f"-{self.n} {t.__name__ if t else None}"); return self.n == "swallow"
    with M("a"), M("b"):
        yield 1
        with M("swallow"): yield 2
        yield 3
w = withs(l := []); next(w); next(w); print(w.throw(ValueError("x")), l); w.close(); print(l)
def retfin():
    try: yield 1; return "try"
    finally: 
        x = yield "in finally"
        if x: return x
f = retfin(); print(next(f), next(f)); 
try: f.send("override")
except StopIteration as e: print(e.value)
f = retfin(); next(f); next(f)
try: f.send(None)
except StopIteration as e: print(e.value)
f = retfin(); next(f); print(f.throw(ValueError("lost")));
try: f.send("swallowed")
except StopIteration as e: print(e.value)
def bare():
    try: yield
    except: 
        yield "bare " + sys.exc_info()[0].__name__
x = bare(); next(x); print(x.throw(KeyboardInterrupt())); x = bare(); next(x)
try: x.close()
except RuntimeError as e: print(e)
def deep(n):
    try:
        if n: yield from deep(n - 1)
        else: yield "leaf"
    except ValueError as e: raise ValueError(e.args[0] + n) from None
z = deep(5); next(z)
try: z.throw(ValueError(1))
except ValueError as e: print(e.args, e.__suppress_context__)
