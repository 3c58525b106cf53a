"""Methods of float, and round()."""
for x in (0.0, -0.0, 1.5, -2.5, 0.1, 1e10, 1e-10, 123.456, 2.0 ** 60, 5e-324):
    print(x.is_integer(), x.as_integer_ratio(), x.hex(), float.fromhex(x.hex()) == x, x.conjugate(), x.real, x.imag, x.__trunc__(), x.__floor__(), x.__ceil__())
for x in (0.5, 1.5, 2.5, -0.5, -1.5, 2.675, 1.005, 1234.5678, 1e22, 0.05, 15.0, 2.5e-8):
    print(x, round(x), [round(x, n) for n in (-3, -1, 0, 1, 2, 3, 10)])
for text in ("0x1p3", "0x1.8p0", "-0x.8p1", "0X1P-2", "1.5", "inf", "nan", "0x1.fffffffffffff8p0", "zz", "0x", "0x1p5000"):
    try:
        print(text, float.fromhex(text))
    except (ValueError, OverflowError) as e:
        print(type(e).__name__, e)
for bad in (float("inf"), float("nan")):
    for f in (round, float.as_integer_ratio, int, float.__floor__):
        try:
            print(f(bad))
        except (OverflowError, ValueError) as e:
            print(type(e).__name__, e)
print(round(True), round(7, 1), round(-7.5), round(1e300), round(1.25, 1), round(1.35, 1), round(10, -1), round(5, -1), round(15, -1), round(2 ** 70, -5))
print(float(), float(5), float("  7 "), float.__name__, (1.5).__class__, float.__eq__(1.0, 1), (1.0).__add__("x"))
class F(float):
    def __add__(self, other):
        return F(float(self) + other + 1)
f = F(2.5)
print(f, f + 1, type(f + 1).__name__, f * 2, type(f * 2).__name__, isinstance(f, float), F("1.25"), hash(F(2.0)) == hash(2))
print(sorted([2.5, -1, 3, 0.5, -0.0, 0]), sum([0.1] * 3), sum([1, 2.5]), max(2, 2.0), min(1.0, 1), abs(-0.0))
print(f"{1.5:.0f} {2.5:.0f} {0.5:.0f} {1e-7:g} {123456789.0:g} {1e20:f} {0.1:.20f} {1.0:e} {1234.5:10.2f}| {-1.5:+.1f} {2.0:+} {1e6:,} {1234567.891:,.2f} {0.256:%} {0.256:.1%}")
