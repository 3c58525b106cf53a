# try/except/else/finally: every path, matching, rebinding and deletion of the name, nested handlers, tuple and dynamic classes
def path(*steps):
    log = []
    def do(n):
        log.append(n)
        if n in steps: raise ValueError(n) if n != "key" else KeyError(n)
    try:
        try: do("try"); do("key")
        except KeyError: do("except key")
        except (TypeError, ValueError) as e: log.append(f"({e})"); do("except val")
        else: do("else")
        finally: do("finally")
        do("after")
    except Exception as e: log.append(f"OUT {e!r} ctx {e.__context__!r}")
    return log
for s in ((), ("try",), ("key",), ("else",), ("finally",), ("after",), ("try", "except val"), ("key", "except key"), ("try", "finally"), ("key", "except key", "finally"), ("else", "finally"), ("try", "except val", "finally")): print(s, *path(*s))
e = "outer"
try: raise ValueError("x")
except ValueError as e: print(repr(e))
try: e
except NameError as n: print(n)
def local():
    e = 1
    try: 1 / 0
    except ZeroDivisionError as e: pass
    try: return e
    except UnboundLocalError as x: return str(x)
print(local())
def rebind():
    try: 1 / 0
    except ZeroDivisionError as e: e = "rebound"; print(e)
    try: e
    except UnboundLocalError as x: return str(x)
print(rebind())
def deleted():
    try: 1 / 0
    except ZeroDivisionError as e: del e
    return "ok"
print(deleted())
kinds = {"v": ValueError, "t": (TypeError, KeyError), "n": (OSError, IndexError, AttributeError)}
def match(exc, k):
    try: raise exc
    except kinds[k] as e: return f"{k} caught {type(e).__name__}"
    except Exception as e: return f"{k} missed {type(e).__name__}"
for k in kinds: print([match(x, k) for x in (ValueError(), TypeError(), KeyError(), IndexError(), OSError(), AttributeError(), UnicodeError("u"))])
for bad in (5, "s", (ValueError, 5), [ValueError], None, int, ValueError()):
    try:
        try: raise KeyError("orig")
        except bad: print("matched?")
    except TypeError as x: print(x, "|", repr(x.__context__))
    except KeyError as x: print("passed", repr(x))
try:
    try: pass
    except undefined_name: pass
    print("never evaluated")
    try: raise ValueError
    except undefined_name: pass
except NameError as x: print(x, repr(x.__context__))
def order():
    def cls(n, c): print(n, end=" "); return c
    try: raise IndexError("i")
    except cls("a", KeyError): pass
    except cls("b", LookupError): print("lookup", end=" ")
    except cls("c", Exception): pass
    print()
order()
class Mine(Exception):
    def __init__(self, a, b=2): self.a, self.b = a, b
class Sub(Mine): pass
for x in (Mine(1), Sub(3, 4), Mine):
    try:
        try: raise x
        except Sub as e: print("Sub", e.a, e.b, e.args)
        except Mine as e: print("Mine", e.a, e.args, str(e))
    except TypeError as e: print(e)
try:
    try: raise ValueError(1)
    except ValueError:
        try: raise KeyError(2)
        except KeyError: pass
        raise
except ValueError as x: print("reraised", x, x.__context__)
def deep(n):
    try:
        if n == 0: raise ValueError("deep")
        deep(n - 1)
    except ValueError as e:
        e.args += (n,)
        raise
try: deep(4)
except ValueError as x: print(x.args)
try:
    try: pass
    except: print("no")
    else: raise ValueError("from else")
    finally: print("fin")
except ValueError as x: print(x)
try: pass
finally: print("only finally")
while 1:
    try: raise Exception
    except Exception: pass
    else: print("no")
    break
