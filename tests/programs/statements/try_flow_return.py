# return inside try, except, else, finally; nested; overriding; exceptions replaced
log = []
def run(f, *a):
    try: r = f(*a)
    except BaseException as e: r = f"raised {e!r} context {e.__context__!r}"
    print(f.__name__, r, *log); log.clear()
def t(x): log.append(x); return x
def a():
    try: return t("try")
    except: return t("exc")
    else: return t("else")
    finally: t("fin")
def b():
    try: return t("try")
    finally: return t("fin")
def c():
    try: 1 // 0
    except ZeroDivisionError: return t("exc")
    finally: t("fin")
def d():
    try: 1 // 0
    except ZeroDivisionError: return t("exc")
    finally: return t("fin")
def e():
    try: 1 // 0
    finally: return t("swallow")
def f():
    try: t("try")
    except: t("never")
    else: return t("else")
    finally: t("fin")
    return "after"
def g():
    try: return 1 // 0
    except ZeroDivisionError: raise KeyError("new")
    finally: t("fin")
def h():
    try: return t("try")
    finally: raise ValueError("fin")
def i():
    try: raise KeyError("try")
    finally: raise ValueError("fin")
def j():
    try:
        try: return t("inner")
        finally: t("fin1")
    finally: t("fin2")
def k():
    try:
        try: return t("inner")
        finally: return t("fin1")
    finally: return t("fin2")
def l():
    for x in range(3):
        try: return x
        finally:
            if x < 2: continue
def m():
    try:
        try: raise ValueError("a")
        except ValueError: raise KeyError("b")
        finally: return t("ret")
    except KeyError: return "unreached"
def n(x=1):
    try: return x
    finally: x = 99
def o(x=[1]):
    try: return x
    finally: x.append(2)
def p():
    while True:
        try: return "p"
        finally: break
    return "broke"
def q():
    try: raise ValueError
    except ValueError:
        try: return "q"
        finally: t("inner fin")
    finally: t("outer fin")
def r():
    try: return t("a"), t("b")
    finally: t("c")
def s():
    def inner():
        try: return t("inner ret")
        finally: t("inner fin")
    try: return inner()
    finally: t(inner())
def u():
    try: pass
    finally: return
def v():
    try: raise SystemExit(3)
    except Exception: return "no"
    finally: t("fin")
def w(depth=3):
    if depth == 0: raise ValueError("bottom")
    try: return w(depth - 1)
    except ValueError as e:
        if depth == 2: return "recovered at 2"
        raise
    finally: t(depth)
for fn in (a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, o, p, q, r, s, u, v, w): run(fn)
