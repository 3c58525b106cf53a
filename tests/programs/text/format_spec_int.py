# format() of ints and bools: every presentation type, sign, grouping, alignment, errors.

def t(f, *a, **k):
    try:
        print(repr(f(*a, **k)))
    except Exception as e:
        print(type(e).__name__ + ":", e)


vals = [0, 5, -5, 255, -255, 1234567, -1234567, 2 ** 62, -(2 ** 70), 10 ** 25, True]
specs = ["", "d", "x", "X", "o", "b", "n", "#x", "#X", "#o", "#b", "+", "-", " ", "+d", " d", "10", "<10", ">10", "^10", "=10", "=+10", "010", "+010", "#010x", "*=12", "*^12,", ",", "_", "_x", "_b", "_o", "#_x", "+,d", "020,", "021,", "022,", "023,", "012_x", "e", ".2e", "f", ".0f", "g", ".3g", "%", ".1%", "12,.2f", "G", "E", "é^9", "08b", "<08", "z.1f"]
for v in vals:
    print([format(v, s) for s in specs])
for s in (",x", ",b", ",n", "_n", ".2", ".2d", "s", "y", "c#", "+c", ",c", "+s", "10.2x", "#,", "__", ",_", "_,", ",,", "d5", " +", "05d5", "z", "zd", "r", "%%", "=", "== 5"):
    t(format, 42, s)
for v in (65, 0x20AC, 0x1F600, 0, -1, 0x110000, 10 ** 20):
    for s in ("c", "5c", "<5c", "^5c", "05c", "*^5c"):
        t(format, v, s)
print([format(b, s) for b in (True, False) for s in ("", "d", "5", "x", "f", "s" if False else "+", "05", "%")])
t(format, True, "s")
t(format, 1 << 2000, "e")
t(format, 1 << 2000, ".3f")
print(f"{10**40:,}", f"{-10**40:_}", f"{2**200:x}", f"{2**200:#_x}", f"{2**100:e}", f"{-2**100:.10g}", f"{12345678901234567890:060,}", f"{123:>{5 + 5}}", f"{7:{'0'}{3}}")
print("%d %i %u %x %X %o %c %5d|%-5d|%05d|%+d|% d|%#x|%#o|%.5d|%8.3d|%-8.3d|" % (1, 2, 3, 255, 255, 8, 65, 42, 42, 42, 42, 42, 255, 8, 42, 42, 42))


class I(int):
    def __str__(self):
        return "I!"

    def __repr__(self):
        return "RI"


print(f"{I(5)}", format(I(5)), format(I(5), "d"), format(I(5), "3"), "%d %s %r" % (I(5), I(5), I(5)), str(I(5)), f"{I(5)!r:>4}")
