# math: hyperbolic functions and their inverses.

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

table("sinh cosh tanh asinh acosh atanh", XS)
table("sinh cosh tanh", [k / 4 for k in range(-12, 13)])
table("asinh atanh", [k / 10 for k in range(-9, 10)])
table("acosh", [1, 1.0000001, 1.5, 2, 10, 1e8, 1e200, 0.999])
table("sinh cosh tanh", [709, 710.4, 711, -711, 20, 22, 1e-8])
table("sinh acosh", ["a", None, 1j, 10 ** 400])
