# The math module: what it holds, docs, signatures of errors, values as functions.

import math
from math import sqrt, pi as PI
import math as m

print(sorted(n for n in dir(math) if not n.startswith("_")))
print(math.__name__, type(math).__name__, sqrt, math.sqrt is sqrt, m is math, PI, repr(math.floor), math.sin.__name__, math.sin.__module__, type(math.sin).__name__)
for f in (lambda: math.sqrt(), lambda: math.sqrt(1, 2), lambda: math.sqrt(x=1), lambda: math.floor(), lambda: math.nope, lambda: math.isclose(1), lambda: math.atan2(1), lambda: math.hypot("a"), lambda: math.ldexp(1), lambda: math.sqrt("4"), lambda: math.factorial(), lambda: math.log(), lambda: math.gcd(1.5), lambda: math.comb(1), lambda: math.fsum(), lambda: math.dist((1,)), lambda: math.pow(1), lambda: math.trunc(), lambda: math.isnan("x"), lambda: math.isqrt(), lambda: math.copysign(1), lambda: math.modf(), lambda: math.frexp("a"), lambda: math.degrees(), lambda: math.erf(), lambda: math.nextafter(1), lambda: math.sqrt(-1), lambda: math.log(0), lambda: math.exp(1000), lambda: math.acos(2), lambda: math.fmod(1, 0), lambda: math.pow(0, -1), lambda: math.sin(math.inf)):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
fs = [math.floor, math.ceil, math.trunc, math.sqrt, abs, round]
print([g(6.25) for g in fs], list(map(math.sqrt, [1, 4, 9])), sorted([3, 1, 2], key=math.cos), max([1, 2, 3], key=math.sin))
