# traceback objects: lines, frames, chain length, with_traceback, sys.exc_info, reraising adds entries
import sys
def entries(tb):
    out = []
    while tb: out.append((tb.tb_frame.f_code.co_name, tb.tb_lineno)); tb = tb.tb_next
    return out
def a(): b()
def b(): c()
def c(): raise ValueError("c")
try: a()
except ValueError as e: print(entries(e.__traceback__), sys.exc_info()[0].__name__, sys.exc_info()[1] is e, sys.exc_info()[2] is e.__traceback__); keep = e
print(sys.exc_info(), keep.__traceback__ is not None)
def again():
    try: a()
    except ValueError:
        raise
try: again()
except ValueError as e: print(entries(e.__traceback__))
def re_e():
    try: a()
    except ValueError as e:
        raise e
try: re_e()
except ValueError as e: print(entries(e.__traceback__))
def stored():
    raise keep
try: stored()
except ValueError as e: print(entries(e.__traceback__))
try: raise keep.with_traceback(None)
except ValueError as e: print(entries(e.__traceback__))
def nested():
    try:
        a()
    finally:
        x = [i for i in range(2)]
try: nested()
except ValueError as e: print(entries(e.__traceback__))
def gen():
    yield 1
    c()
try: list(gen())
except ValueError as e: print(entries(e.__traceback__))
try: [c() for _ in "a"]
except ValueError as e: print(entries(e.__traceback__))
try: (lambda: c())()
except ValueError as e: print(entries(e.__traceback__))
try: sorted([2, 1], key=lambda v: c())
except ValueError as e: print(entries(e.__traceback__))
class K:
    def __init__(self): c()
    def __add__(self, o): c()
    @property
    def p(self): c()
try: K()
except ValueError as e: print(entries(e.__traceback__))
k = K.__new__(K)
for f in (lambda: k + 1, lambda: k.p, lambda: map(c, "a"), lambda: list(map(lambda x: c(), "a"))):
    try: f(); print("no error")
    except ValueError as e: print(entries(e.__traceback__))
def exc_info_nesting():
    out = [sys.exc_info()[0]]
    try: raise KeyError
    except KeyError:
        out.append(sys.exc_info()[0].__name__)
        try: raise IndexError
        except IndexError: out.append(sys.exc_info()[0].__name__)
        out.append(sys.exc_info()[0].__name__)
        def inner(): return sys.exc_info()[0].__name__
        out.append(inner())
    out.append(sys.exc_info()[0])
    return out
print(exc_info_nesting())
tb = keep.__traceback__; print(type(tb).__name__, tb.tb_frame.f_code.co_filename.endswith("prog.py"), tb.tb_frame.f_lineno > 0)
def deep(n): return deep(n - 1) if n else c()
try: deep(20)
except ValueError as e: print(len(entries(e.__traceback__)))
def swallow():
    for i in range(3):
        try: c()
        except ValueError as e:
            if i == 2: return entries(e.__traceback__)
print(swallow())
try:
    try: a()
    except ValueError as v: raise KeyError("k") from v
except KeyError as e: print(entries(e.__traceback__), entries(e.__cause__.__traceback__))
def multi(
    x,
):
    return (x
            .missing
            .other)
try: multi(5)
except AttributeError as e: print(entries(e.__traceback__))
with_line = None
try:
    value = (1 +
             2 //
             0)
except ZeroDivisionError as e: print(entries(e.__traceback__))
