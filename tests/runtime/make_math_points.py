"""Points of the elementary functions with the oracle's results: NAME BITS BITS RESULT in hexadecimal.
/usr/bin/python3.11 tests/runtime/make_math_points.py 60 > tests/runtime/math_points.txt
For rates over 100,000 points give 100000 and set PY2_MATH_POINTS to the file when running unit_rt_num_rates."""
import math
import random
import struct
import sys

random.seed(3)
U = random.uniform


def bits(d):
    return struct.unpack("Q", struct.pack("d", d))[0]


def scale(low, high):
    return math.exp(U(low, high))


ONE = {
    "exp": lambda: U(-745, 709), "exp2": lambda: U(-1074, 1023), "expm1": lambda: random.choice([U(-1, 1), U(-30, 300)]),
    "log": lambda: random.choice([U(0.5, 2), scale(-700, 700)]), "log2": lambda: scale(-700, 700),
    "log10": lambda: scale(-700, 700), "log1p": lambda: random.choice([U(-.9, 1), scale(-30, 300)]),
    "cbrt": lambda: U(-1000, 1000), "sin": lambda: random.choice([U(-7, 7), U(-1e6, 1e6), scale(-20, 700)]),
    "cos": lambda: random.choice([U(-7, 7), U(-1e6, 1e6), scale(-20, 700)]),
    "tan": lambda: random.choice([U(-7, 7), U(-1e6, 1e6), scale(-20, 700)]), "asin": lambda: U(-1, 1),
    "acos": lambda: U(-1, 1), "atan": lambda: random.choice([U(-2, 2), scale(-20, 50)]), "sinh": lambda: U(-20, 20),
    "cosh": lambda: U(-20, 20), "tanh": lambda: U(-5, 5), "asinh": lambda: U(-100, 100), "acosh": lambda: U(1, 100),
    "atanh": lambda: U(-1, 1), "erf": lambda: U(-5, 5), "erfc": lambda: U(-5, 20), "gamma": lambda: U(-20, 170),
    "lgamma": lambda: U(-20, 1000), "sqrt": lambda: scale(-700, 700),
}
TWO = {
    "pow": lambda: (scale(-50, 50), U(-10, 10)), "atan2": lambda: (U(-5, 5), U(-5, 5)),
    "hypot": lambda: (U(-5, 5), U(-5, 5)),
    "fmod": lambda: (random.choice([U(-1e3, 1e3), scale(-700, 700)]), random.choice([U(-5, 5), scale(-700, 700)])),
    "remainder": lambda: (random.choice([U(-1e3, 1e3), scale(-700, 700)]), random.choice([U(-5, 5), scale(-700, 700)])),
}
for name, make in ONE.items():
    for _ in range(int(sys.argv[1])):
        x = make()
        print(f"{name} {bits(x):x} 0 {bits(getattr(math, name)(x)):x}")
for name, make in TWO.items():
    for _ in range(int(sys.argv[1])):
        x, y = make()
        print(f"{name} {bits(x):x} {bits(y):x} {bits(getattr(math, name)(x, y)):x}")
