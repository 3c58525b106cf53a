# generators: send, throw, close, yield from, return values, finally on every exit, reentrancy
def g(log):
    try:
        while True:
            try: x = yield len(log)
            except ValueError as e: log.append(f"caught {e}")
            else: log.append(x)
    finally: log.append("finally")
log = []; a = g(log)
print(next(a), a.send("s"), a.throw(ValueError("v")), a.throw(ValueError, "w"), a.throw(ValueError), next(a)); a.close(); a.close(); print(log)
try: a.send(1)
except StopIteration as e: print("stop", e.value, e.args)
try: a.throw(KeyError("after"))
except KeyError as e: print(repr(e))
b = g(l2 := [])
try: b.send(5)
except TypeError as e: print(e)
print(b.send(None)); 
try: b.throw(KeyError("k"))
except KeyError as e: print(repr(e), l2)
print(list(b))
c = g(l3 := []); c.close(); print(l3, list(c))
d = g(l4 := [])
try: d.throw(IndexError("unstarted"))
except IndexError as e: print(repr(e), l4, list(d))
def ret(v):
    yield 1
    return v
for v in (None, 5, (1, 2), StopIteration(3), ValueError("as value")):
    r = ret(v); next(r)
    try: next(r)
    except StopIteration as e: print(repr(e), repr(e.value), e.args)
def ignores():
    while True:
        try: yield 1
        except GeneratorExit: print("ignored")
        if log: return
def stubborn():
    try: yield 1
    except GeneratorExit: yield 2
s = stubborn(); next(s)
try: s.close()
except RuntimeError as e: print(e)
i = ignores(); next(i); print(i.close())
def raises_on_close():
    try: yield
    finally: raise OSError("in finally")
r = raises_on_close(); next(r)
try: r.close()
except OSError as e: print(repr(e), repr(e.__context__))
def me():
    try: next(self_)
    except ValueError as e: yield str(e)
self_ = me(); print(next(self_))
def me2(): yield from other
other = me2()
try: next(other)
except ValueError as e: print(e)
def leak():
    yield 1
    raise StopIteration("leaked")
k = leak(); next(k)
try: next(k)
except RuntimeError as e: print(e, repr(e.__cause__), e.__cause__ is e.__context__)
def inner_stop():
    yield next(iter([]))
try: list(inner_stop())
except RuntimeError as e: print(e)
for bad in ((5,), (int,), ("x",), (ValueError("a"), "b"), (None,), (ValueError, ValueError("inst")), (ValueError, ("a", "b")), (ValueError, 1, 5)):
    t = g([]); next(t)
    try: print(t.throw(*bad))
    except BaseException as e: print(type(e).__name__, e)
x = g([]); print(type(x).__name__, x.__name__, x.__qualname__, x.gi_running, x.gi_yieldfrom, iter(x) is x, hasattr(x, "__next__"), bool(x))
try: x[0]
except TypeError as e: print(e)
try: len(x)
except TypeError as e: print(e)
x.__name__ = "renamed"; print(x.__name__, repr(x)[:25])
