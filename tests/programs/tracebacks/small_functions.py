"""Tracebacks through functions so small that they may stand in the place of their calls."""
import sys


def half(n):
    return 10 // n


def pick(d, k):
    return d[k]


def both(n, d):
    return half(n) + pick(d, n)


def checked(n):
    if n < 0:
        raise ValueError(f"negative: {n}")
    return n


def guarded(n):
    try:
        return checked(n) + half(n)
    except ZeroDivisionError as e:
        return f"caught {e}"


def attr(o):
    return o.missing.deeper


def call(f, *args):
    try:
        print(f(*args))
    except Exception:
        traceback_text(sys.exc_info()[2])
        print(type(sys.exc_info()[1]).__name__, sys.exc_info()[1])


def traceback_text(tb):
    while tb is not None:
        code = tb.tb_frame.f_code if hasattr(tb, "tb_frame") else None
        print("  line", tb.tb_lineno, code.co_name if code else "")
        tb = tb.tb_next


def even(n):
    return True if n == 0 else odd(n - 1)


def odd(n):
    return False if n == 0 else even(n - 1)


def fact(n):
    return 1 if n <= 0 else n * fact(n - 1)


def deep(n):
    if n == 0:
        return half(0)
    return deep(n - 1) + 1


def first(items=(), default=None):
    return items[0] if items else default


def use_first():
    return first(), first([3]), first(default=4), first((), 5)


def outer(n):
    total = 0
    for i in range(n):
        total += half(i - 3) + checked(i)
    return total


def replaced(n):
    return checked(n) * 2


def loop(f, n):
    return [f(k) for k in range(n)]


for args in ((both, 1, {1: 2}), (both, 0, {}), (both, 2, {1: 1}), (guarded, 3), (guarded, 0), (guarded, -1), (attr, 5), (deep, 3),
             (outer, 3), (outer, 5), (even, 10), (odd, 10), (fact, 25), (use_first,)):
    call(*args)

print(loop(replaced, 4))
checked = lambda n: n + 100
print(loop(replaced, 4), guarded(1))
first.__defaults__ = ((9,), 1)
print(use_first())


def changed(n):
    return -n


half, changed = changed, half
print(both(3, {3: 1}))
try:
    deep(10000000)
except RecursionError as e:
    print(type(e).__name__)
del half
try:
    both(1, {1: 1})
except NameError as e:
    print(e)
half = changed
outer(2)
both(0, {})
