# math: gamma, lgamma, erf, erfc.

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

table("erf erfc", [0.0, -0.0, 0.1, 0.5, 1, -1, 2, -2, 3, 5, 6, -6, 10, 27, 30, 1e-10, 1e-300, inf, -inf, nan, "a", True])
table("gamma lgamma", [1, 2, 3, 5, 10, 20, 0.5, 1.5, 2.5, -0.5, -1.5, -2.5, 100, 170, 0.1, 0.001, 1e-10, inf, nan, 3.7, -3.7, 25.5])
table("gamma lgamma", [0.0, -0.0, -1, -2, -inf, 171.7, 172, 1e300, -1e300, 1e-310, -170.5, -200.5, 1e17, "a", None, 10 ** 400, 1e306])
print(all(math.gamma(n) == math.factorial(n - 1) for n in range(1, 20)), math.gamma(0.5) ** 2 - math.pi < 1e-12)
