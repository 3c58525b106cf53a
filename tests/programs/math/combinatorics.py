# math: gcd, lcm, factorial, comb, perm, prod, fsum, hypot, dist.

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

for a in ((), (5,), (12, 18), (12, 18, 27), (0, 0), (0, 5), (-4, 6), (2 ** 100, 6 ** 50), (True, 3), (1.0, 2), ("a", 2), (10 ** 30, 10 ** 20, 30)):
    show("gcd", *a); show("lcm", *a)
print()
table("factorial", [0, 1, 5, 20, 21, 25, 50, 170, -1, 3.0, 2.5, "a", True, 10 ** 30, None])
for a in ((5, 2), (5, 0), (5, 5), (5, 6), (0, 0), (100, 50), (10 ** 6, 3), (-1, 2), (2, -1), (5, 2.0), ("a", 1), (70, 35), (10 ** 20, 2), (5,), (), (200, 199), (5, 10 ** 30)):
    show("comb", *a); show("perm", *a)
print()
show("perm", 5, None); show("perm", 20); show("perm", -1); print()
for a in (([],), ([1, 2, 3],), ([1.5, 2],), ([2] * 70,), (range(1, 20),), ([1, "a"],), (5,), (["ab", 3],), ([1, 1j],), ([0.1] * 3,), ([True, 5],), ([inf, 0],), ([10 ** 20, 1.5],)):
    show("prod", *a)
print()
print(math.prod([2, 3], start=10), math.prod([], start="x"), math.prod(["a"], start=2))
for a in (([0.1] * 10,), ([],), ([1e100, 1.0, -1e100],), ([1e308, 1e308],), ([inf, -inf],), ([inf, 1],), ([nan],), ([1, 2 ** 60, 0.5],), (["a"],), (5,), ([1e16, 1, 1e-16, -1e16],), ([-0.0],), ([0.1, 0.2, 0.3, -0.6],), ([1e308, 1e308, -1e308],)):
    try:
        print(repr(math.fsum(*a)), end=" ")
    except Exception as e:
        print(f"[{type(e).__name__}: {e}]", end=" ")
print()
for a in ((), (3,), (3, 4), (1, 2, 2), (inf, nan), (nan, 1), (1e200, 1e200), (1e-200, 1e-200), (-3, -4), (0.0, -0.0), ("a",), (1e308, 1e308), (1, 1, 1, 1), (5e-324, 5e-324), (10 ** 400,)):
    show("hypot", *a)
print()
for a in (((0, 0), (3, 4)), ((), ()), ((1,), (4,)), ((1, 2), (1,)), ([0, 0], (3, 4)), ((inf, 0), (0, 0)), ((nan,), (1,)), ((1, 2, 3), (4, 6, 3)), ("ab", "cd"), ((1e200, 0), (-1e200, 0)), ((0,), ("a",))):
    show("dist", *a)
print()
print(sum(math.comb(20, k) for k in range(21)), math.factorial(100) // math.factorial(98), math.gcd(*range(0, 100, 10)), math.lcm(*range(1, 20)))
