# math: exponentials, logarithms, powers and roots.

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

table("exp exp2 expm1 log log2 log10 log1p sqrt cbrt", XS)
for x in (0.0, -0.0, 1, -1, 2, -2, 0.5, inf, -inf, nan, -8):
    for y in (0.0, -0.0, 1, -1, 0.5, 3, -3, inf, -inf, nan, 1 / 3, 1e308):
        show("pow", x, y)
    print()
for a in ((8, 2), (100, 10), (2, 8), (1, 1), (10, 1), (0, 2), (-1, 2), (2, 0), (2, -1), (10 ** 400, 10), (10 ** 400, 10 ** 200), (0.5, 2), (inf, 2), (2, inf), (nan, 2), (5, 2.5), ("a", 2), (2, "a"), (1, 2, 3), ()):
    show("log", *a)
print()
table("log log2 log10", [10 ** 400, 2 ** 1000, 2 ** 2000, 10 ** 22, 2 ** 64 - 1, 1000, 1024, 8, 0, -(10 ** 400), True])
table("isqrt", [0, 1, 2, 3, 4, 15, 16, 17, 10 ** 40, 10 ** 41, 2 ** 64 - 1, 2 ** 64, -1, 1.0, "a", True, 2 ** 500 + 12345])
table("sqrt cbrt exp", [2, 3, 27, -27, 1e-300, 1e300, 10 ** 30, 0.001])
table("exp log1p sqrt", ["a", None, 1j, 10 ** 400, -1, -2])
print(math.sqrt(16), math.sqrt(2) ** 2 == 2.0000000000000004, math.exp(0), math.exp(1) == math.e, math.pow(2, 10), math.pow(2, 0.5) == math.sqrt(2), math.log(math.e), math.log2(8), math.log10(1000))
