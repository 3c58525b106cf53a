# yield from: delegation of send, throw, close, values, plain iterators, errors, deep chains
def inner(log):
    try:
        r = 0
        while True:
            x = yield r
            if x == "stop": return "inner result"
            r = (x, "echo")
    except ValueError as e:
        log.append(f"inner {e}"); yield "handled"; return "after error"
    finally: log.append("inner fin")
def outer(log):
    try:
        v = yield from inner(log)
        log.append(v)
        w = yield from [10, 20]
        log.append(w)
        return "outer result"
    except KeyError as e: log.append(f"outer {e!r}")
    finally: log.append("outer fin")
def run(*steps):
    log = []; g = outer(log); out = []
    try:
        for s in steps:
            if isinstance(s, BaseException): out.append(g.throw(s))
            elif s == "close": out.append(g.close())
            else: out.append(g.send(s))
    except BaseException as e: out.append(repr(e))
    print(out, log)
run(None, 1, 2, "stop", None, None, None); run(None, ValueError("v"), None, None); run(None, KeyError("k")); run(None, 1, "close"); run(None, "stop", "close"); run(None, "stop", "sent to list")
run(None, GeneratorExit()); run(None, StopIteration("thrown")); run("early"); run(None, ValueError("v"), ValueError("w")); run(None, "stop", KeyError("at list"))
class It:
    def __init__(self): self.n = 0
    def __iter__(self): print("iter", end=" "); return self
    def __next__(self):
        self.n += 1
        if self.n > 2: raise StopIteration("from It")
        return self.n
class Full(It):
    def send(self, v): return ("sent", v)
    def throw(self, *e): return ("threw", e[0] if isinstance(e[0], type) else type(e[0]))
    def close(self): print("closed", end=" ")
def deleg(it):
    r = yield from it
    yield ("result", r)
print(list(deleg(It())))
f = deleg(Full()); print(next(f), f.send(9), f.throw(ValueError), f.throw(KeyError("x")), f.send(None)); f.close(); print()
h = deleg(It()); next(h)
try: h.send(3)
except AttributeError as e: print(e)
h = deleg(It()); next(h)
try: h.throw(ValueError("no throw method"))
except ValueError as e: print(repr(e))
h = deleg(It()); next(h); h.close(); print("closed plain")
for bad in (5, None, object):
    try: list(deleg(bad))
    except TypeError as e: print(e)
def chain(n):
    if n: r = yield from chain(n - 1); return r + 1
    x = yield "bottom"
    return x
c = chain(150); print(next(c))
try: c.send(1)
except StopIteration as e: print(e.value)
def flat(x):
    if isinstance(x, list):
        for i in x: yield from flat(i)
    else: yield x
print(list(flat([1, [2, [3, [4]], 5], [], [[[6]]]])))
def tree(t): 
    if t: yield from tree(t[0]); yield t[1]; yield from tree(t[2])
print(list(tree((((None, 1, None), 2, None), 3, (None, 4, None)))))
def str_(): yield from "ab"; yield from {"k": 1}; yield from range(2); yield from (i for i in (7, 8)); yield from {9}; yield from (b"z"); yield from zip("q", "r")
print(list(str_()))
def two():
    a = yield from one(1); b = yield from one(2); return a, b
def one(n): 
    x = yield n
    return n * x
t = two(); print(next(t), t.send(10)); 
try: t.send(100)
except StopIteration as e: print(e.value)
def expr(): print((yield from one(5)) + (yield from one(6)), [(yield 1), (yield 2)])
e = expr(); print(next(e), e.send(2), e.send(3), e.send("p")); 
try: e.send("q")
except StopIteration: pass
g = inner([]); d = deleg(g); next(d); print(d.gi_yieldfrom is g, d.gi_running)
same = inner([]); p, q = deleg(same), deleg(same); print(next(p), q.send(None), p.send(4), q.send(5))
