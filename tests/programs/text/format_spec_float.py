# format() of floats and complex numbers: every presentation type, precision, sign and alignment.

def t(f, *a, **k):
    try:
        print(repr(f(*a, **k)))
    except Exception as e:
        print(type(e).__name__ + ":", e)


vals = [0.0, -0.0, 1.0, -1.5, 0.1, 1 / 3, 2.5, 1e5, 123456.789, 1e15, 1e16, 1e22, 1e-4, 1e-5, 1.5e300, 5e-324, float("inf"), float("-inf"), float("nan"), 999999.5, 0.5, 1e100]
specs = ["", "e", "E", "f", "F", "g", "G", "n", "%", ".0f", ".1f", ".3f", ".0e", ".10e", ".0g", ".1g", ".5g", ".17g", ".20f", "#.0f", "#.0e", "#g", "#.3g", "+", " ", "+.2f", "12", "<12", "^12", "=12", "012", "+012.2f", "012,.2f", ",", "_", ",.2f", "_.3f", ".3", ".1", ".12", "10.3", "*^+14.2e", ".2%", "z", "z.1f", "z.0e", "+z.1f", "020,.3f", ",%", ",g", "_e", "#", "#.1", "010"]
for v in vals:
    print(v, [format(v, s) for s in specs])
for s in ("d", "x", "b", "s", "c", ",n", "_n", ".", ".-1f", "q", "1.2.3f", "z#", ",_f", "ff", "f5", "rf", ".1f ", "=z"):
    t(format, 1.5, s)
cs = [0j, 1 + 2j, -1.5 - 0.25j, complex("nan"), complex("inf+infj"), complex(-0.0, -0.0), 1e20 + 1e-7j, 3j]
for c in cs:
    print([format(c, s) for s in ("", "f", ".1f", "e", "g", ".3g", "+", "+.2f", "20", "<30", "^30.1f", ",.2f", "#.0f", "G", ".2", "*>15")])
for s in ("d", "x", "%", "=10", "010", "010f", "0", "q", "s"):
    t(format, 1 + 2j, s)
print("%f %e %g %F %E %G %.0f %.3e %10.2f|%-10.2f|%+.1f|% f|%010.3f|%#.0f|%.10g|%5.1f%%" % ((3.14159,) * 3 + (2.5,) * 13))
print("%f %g %e" % (float("inf"), float("nan"), float("-inf")), "%5.1f|%05f" % (float("inf"), float("nan")), "%.50f" % 0.1, "%.0f" % 0.5, "%.0f" % 1.5, "%.120f" % 1e-10)
for v in (0.05, 0.15, 0.25, 0.35, 1.005, 2.675, 1e21 + 0.5, 123456789012345678.0, 4.35, 0.000123456):
    print(f"{v:.1f} {v:.2f} {v:.3g} {v:.15g} {v:.16e} {v:,.4f} {v!r} {v:.25f}")
print(format(1.5, "1000")[-5:], len(format(1.5, ".1000f")), format(10 ** 30, ".5f"), format(1e300, ".3f")[:20], len(format(1e308, ",.2f")))


class F(float):
    pass


print(F(1.5), f"{F(2.25):.1f}", repr(F(1e16)), "%s" % F(3), format(F(2)), "{:5}".format(F(0.5)))
