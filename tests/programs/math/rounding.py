# math: floor, ceil, trunc, fmod, remainder, modf, frexp, ldexp, copysign, fabs, nextafter, ulp.

import math

inf, nan = math.inf, math.nan


def show(name, *args):
    try:
        v = getattr(math, name)(*args)
        print(f"{v:.12g}" if isinstance(v, float) else v, end=" ")
    except Exception as e:
        print(f"[{type(e).__name__}: {e}]", end=" ")


def table(names, values):
    for n in names.split():
        print(n, end=": ")
        for v in values:
            show(n, v)
        print()


XS = [0.0, -0.0, 1, -1, 0.5, -0.5, 2, -2, 3.7, -3.7, 10, 100, -100, 1e-10, -1e-10, 1e10, -1e10, 1e300, -1e300, 5e-324, inf, -inf, nan, True, 2 ** 70, 710, -746, 0.9999999]

table("floor ceil trunc fabs modf frexp ulp isfinite isinf isnan", XS + [2.5, -2.5, 4503599627370497.5, 1e22])
for x in (5.5, -5.5, 0.0, -0.0, inf, nan, 1e300, 3):
    for y in (2, -2, 0.0, inf, nan, 1e-300, 0.3):
        for f in ("fmod", "remainder", "copysign", "nextafter"):
            show(f, x, y)
    print()
for a in ((0.5, 3), (1, 1024), (1, 1023), (1, -1074), (1, -1075), (1.5, -1074), (0.0, 10 ** 30), (inf, 5), (nan, 5), (1, 10 ** 30), (1, -(10 ** 30)), (3, 1.0), ("a", 1), (-1, 2000), (5e-324, 1074), (0.75, -1073)):
    show("ldexp", *a)
print()


class R:
    def __floor__(self):
        return "floor"

    def __ceil__(self):
        return "ceil"

    def __trunc__(self):
        return "trunc"

    def __float__(self):
        return 2.75


class F:
    def __float__(self):
        return 2.75


class I:
    def __index__(self):
        return 7


table("floor ceil trunc fabs", [R(), F(), I(), "a", None, 1j, 10 ** 30, -(10 ** 30), True])
for a in ((1, 1), (1, 1 + 1e-10), (1, 1.1), (0, 1e-10), (inf, inf), (inf, -inf), (nan, nan), (1e300, 1.0000000001e300), (0, 0)):
    print(math.isclose(*a), math.isclose(*a, rel_tol=0.2), math.isclose(*a, abs_tol=0.5, rel_tol=0), end=" ")
print()
for k in ({"rel_tol": -1}, {"abs_tol": -1}, {"foo": 1}):
    try:
        print(math.isclose(1, 2, **k))
    except Exception as e:
        print(type(e).__name__, e)
