# math: sine, cosine, tangent and their inverses, degrees and radians.

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

table("sin cos tan asin acos atan degrees radians", XS)
for y in (0.0, -0.0, 1, -1, inf, -inf, nan, 2.5):
    for x in (0.0, -0.0, 1, -1, inf, -inf, nan, 3):
        show("atan2", y, x)
    print()
table("sin cos tan", [k * math.pi / 12 for k in range(-12, 13)])
table("sin cos tan", [1e5, 12345.678, 1e15, 1e22, 2 ** 53, 0.1, 22 / 7, 355 / 113])
table("sin cos asin acos atan degrees", ["a", None, 1j, 10 ** 400, [], b"1"])
show("sin"); show("atan2", 1); show("sin", 1, 2); show("atan2", "a", 1); print()
print(math.pi, math.e, math.tau, math.inf, math.nan, -math.inf)
