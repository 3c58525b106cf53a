# __cause__, __context__, __suppress_context__: set by raise, from, handlers, finally, with, nested functions; cycles cut
def chain(e):
    out = []
    while e is not None and len(out) < 10:
        out.append(f"{type(e).__name__}({e})[{'C' if e.__cause__ else ''}{'x' if e.__context__ else ''}{'S' if e.__suppress_context__ else ''}]")
        e = e.__cause__ or e.__context__
    return " -> ".join(out)
def run(f):
    try: f()
    except BaseException as e: print(f.__name__, chain(e))
    else: print(f.__name__, "nothing raised")
def plain(): raise ValueError("v")
def context():
    try: plain()
    except ValueError: raise KeyError("k")
def cause():
    try: plain()
    except ValueError as e: raise KeyError("k") from e
def none():
    try: plain()
    except ValueError: raise KeyError("k") from None
def other():
    try: plain()
    except ValueError: raise KeyError("k") from OSError("other")
def double():
    try:
        try: plain()
        except ValueError: raise KeyError("k")
    except KeyError: raise IndexError("i")
def in_finally():
    try: plain()
    finally: raise KeyError("fin")
def finally_ok():
    try: plain()
    finally: 
        try: raise KeyError("handled")
        except KeyError: pass
def bare():
    try: plain()
    except ValueError: raise
def bare_nested():
    try: plain()
    except ValueError:
        try: raise KeyError("in")
        except KeyError: pass
        raise
def same():
    try: plain()
    except ValueError as e: raise e
def same_from_self():
    try: plain()
    except ValueError as e: raise e from e
def cycle():
    a, b = ValueError("a"), KeyError("b")
    try:
        try: raise a
        except ValueError: raise b
    except KeyError: raise a
def long_cycle():
    a, b, c = ValueError("a"), KeyError("b"), IndexError("c")
    try:
        try:
            try: raise a
            except ValueError: raise b
        except KeyError: raise c
    except IndexError: raise a
def helper_raises():
    def helper(): raise OSError("helper")
    try: plain()
    except ValueError: helper()
def implicit():
    try: plain()
    except ValueError: {}["implicit"]
def in_match():
    try: plain()
    except (1 // 0): pass
def with_exit():
    class M:
        def __enter__(self): pass
        def __exit__(self, *a): raise KeyError("exit")
    with M(): plain()
def loop():
    for i in range(3):
        try: raise ValueError(i)
        except ValueError: 
            if i == 2: raise KeyError(i)
def after_handler():
    try: plain()
    except ValueError: pass
    raise KeyError("clean")
def late():
    try: plain()
    except ValueError as e: saved = e
    raise KeyError("k") from saved
def stored():
    e = ValueError("stored")
    try: raise e
    except ValueError: pass
    try: raise KeyError("k")
    except KeyError: raise e
def class_cause():
    raise ValueError("v") from KeyError
def reset():
    try: plain()
    except ValueError as v:
        k = KeyError("k"); k.__context__ = None; k.__cause__ = OSError("manual")
        raise k
def suppress_then_set():
    e = KeyError("k"); e.__suppress_context__ = True
    try: plain()
    except ValueError: raise e
def gen():
    def g():
        try: yield
        except ValueError: raise KeyError("g")
    x = g(); next(x); x.throw(ValueError("thrown"))
def comp():
    try: plain()
    except ValueError: [1 // 0 for _ in "a"]
def decorated():
    def d(f):
        def w():
            try: return f()
            except ValueError as e: raise RuntimeError("wrapped") from e
        return w
    d(d(plain))()
def recursion(n=3):
    try:
        if n: recursion(n - 1)
        else: plain()
    except Exception as e: raise type(e)(f"level {n}")
def system_exit():
    try: plain()
    except ValueError: raise SystemExit(1)
for f in (plain, context, cause, none, other, double, in_finally, finally_ok, bare, bare_nested, same, same_from_self, cycle, long_cycle, helper_raises, implicit, in_match, with_exit, loop, after_handler, late, stored, class_cause, reset, suppress_then_set, gen, comp, decorated, recursion, system_exit): run(f)
