"""Writes runtime/math/tables.c: tables for the elementary functions as unevaluated sums of two doubles, and the bits
of 2/pi. Run: python3 runtime/tools/make_math.py > runtime/math/tables.c"""
from decimal import Decimal as D, getcontext

getcontext().prec = 420


def pi():
    """Machin's formula."""
    def arctan_inverse(n):
        x = D(1) / n
        total, term, k = x, x, 1
        while abs(term) > D(10) ** -415:
            term = -term / (n * n)
            k += 2
            total += term / k
        return total
    return 4 * (4 * arctan_inverse(5) - arctan_inverse(239))


def series(x, term, step):
    total, k = D(0), 0
    while abs(term) > D(10) ** -80:
        total += term
        k += 1
        term = step(term, k)
    return total


def sin(x):
    return series(x, x, lambda t, k: -t * x * x / ((2 * k) * (2 * k + 1)))


def cos(x):
    return series(x, D(1), lambda t, k: -t * x * x / ((2 * k - 1) * (2 * k)))


def atan(x):
    halvings = 0
    while x > D("0.05"):
        x = x / (1 + (1 + x * x).sqrt())
        halvings += 1
    total, power, k = D(0), x, 1
    while abs(power) > D(10) ** -90:
        total += power / k if k % 4 == 1 else -power / k
        power *= x * x
        k += 2
    return total * 2 ** halvings


def pair(x):
    high = float(x)
    return high, float(x - D(high))


def table(name, rows, comment):
    print(f"/* {comment} */")
    print(f"const double {name}[{len(rows)}][{len(rows[0])}] = {{")
    for row in rows:
        print("    {" + ", ".join(x.hex() for x in row) + "},")
    print("};")


PI = pi()
LN2 = D(2).ln()
print('/* Made by runtime/tools/make_math.py. */\n#include "runtime/math/dd.h"\n\n/* clang-format off */')
table("exp_table", [pair(D(2) ** (D(j) / 64)) for j in range(64)], "2^(j/64)")
rows = []
for i in range(90, 182):  # m in [i/128, (i+1)/128): 0.703 .. 1.42
    middle = (D(i) + D("0.5")) / 128
    r = D(1) if i in (127, 128) else D(round(D(512) / middle)) / 512
    rows.append((float(r),) + pair(-(r.ln())))
table("log_table", rows, "r, -log(r) for m in [i/128, (i+1)/128), i from 90")
table("sincos_table", [pair(sin(D(j) / 64)) + pair(cos(D(j) / 64)) for j in range(52)], "sin(j/64), cos(j/64)")
table("atan_table", [pair(atan(D(i) / 64)) if i else (0.0, 0.0) for i in range(65)], "atan(i/64)")
print("/* clang-format on */")
bits = int((2 / PI) * D(2) ** 1280)
words = [(bits >> (1280 - 64 * (i + 1))) & (2 ** 64 - 1) for i in range(20)]
print("/* The bits of 2/pi after the point. */\nconst uint64_t two_over_pi[20] = {")
for i in range(0, 20, 4):
    print("    " + ", ".join(f"UINT64_C(0x{w:016x})" for w in words[i:i + 4]) + ",")
print("};")
for name, value in [("PI", PI), ("PI_2", PI / 2), ("LN2", LN2), ("1_LN2", 1 / LN2), ("1_LN10", 1 / D(10).ln()), ("LN2_64", LN2 / 64), ("2_SQRTPI", 2 / PI.sqrt())]:
    import sys
    h, l = pair(value)
    print(f"#define DD_{name} ((struct dd){{{h.hex()}, {l.hex()}}})", file=sys.stderr)
h = float(LN2 / 64)
import struct
b = struct.unpack("Q", struct.pack("d", h))[0] & ~((1 << 20) - 1)
h = struct.unpack("d", struct.pack("Q", b))[0]
m, l = pair(LN2 / 64 - D(h))
print(f"#define LN2_64_HIGH {h.hex()}\n#define LN2_64_MID {m.hex()}\n#define LN2_64_LOW {l.hex()}", file=sys.stderr)
h = float(LN2)
b = struct.unpack("Q", struct.pack("d", h))[0] & ~((1 << 12) - 1)
h = struct.unpack("d", struct.pack("Q", b))[0]
m, l = pair(LN2 - D(h))
print(f"#define LN2_HIGH {h.hex()} /* times an exponent is exact */\n#define LN2_MID {m.hex()}\n#define LN2_LOW {l.hex()}", file=sys.stderr)
