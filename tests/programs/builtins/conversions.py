# int, float, complex, bool, str, bytes constructors; chr, ord, bin, oct, hex, ascii, repr.

def t(f, *a, **k):
    try:
        print(repr(f(*a, **k)))
    except Exception as e:
        print(type(e).__name__ + ":", e)


for s in ("0", "12", " -7\n", "+3", "1_000", "_1", "1__0", "1_", "", " ", "0x10", "1.5", "abc", "٣", "１２", "- 1", "--1", "1e3", "0b1", "\x001", "1\x00", "é", "1" * 30, "²"):
    t(int, s)
for s, b in (("ff", 16), ("0xFF", 16), ("0xff", 0), ("0b101", 2), ("0b101", 0), ("0o17", 8), ("0o17", 0), ("017", 0), ("017", 8), ("z", 36), ("Z", 36), ("10", 1), ("10", 37), ("12", 2), ("0", 0), ("00", 0), ("0x", 16), ("-0x1f", 0), ("1_0", 2), ("0x_f", 0), ("9", 8), ("", 10), (b"11", 2), (bytearray(b"7"), 8), (5, 10), ("10", "a"), ("10", -1), ("10", 10 ** 20), ("8", 10.0), ("0B1", 0), ("0_1", 0), ("9" * 25, 11)):
    t(int, s, b)
for v in (3.9, -3.9, True, 1e20, float("nan"), float("inf"), None, [], 1j, b"12", b"x", bytearray(b"5"), memoryview(b"6"), object, "3.0", 2 ** 70, -0.0):
    t(int, v)
t(int)
t(int, base=10)
t(int, "1", 2, 3)
t(int, x="1")
t(int, "5" * 5000)
for s in ("1.5", " -2 ", "1e3", "1E-3", ".5", "5.", ".", "", "inf", "-Infinity", "nan", "+NaN", "infi", "1_0.0_1", "1__0", "_1", "0x1p3", "1e", "1e400", "-1e-400", "٣.٥", "1,5", "1.5\x00", "--1", "1 2", "é", "1e5_0", "1e308", "123456789012345678901234567890", "0.1e1_", "in", "na"):
    t(float, s)
for v in (3, True, 2 ** 70, 10 ** 400, None, [], 1j, b"1.5", bytearray(b"2"), b"x", memoryview(b"3")):
    t(float, v)
t(float)
t(float, 1, 2)
for s in ("1", "1+2j", "1j", "j", "-j", "+1.5e3-2.5J", " (1+2j) ", "(1)", "1 + 2j", "", "1+", "1+2", "inf+nanj", "1e400j", "_1j", "1_0j", "(1+2j", "abc", "nanj", "1j+1", "é"):
    t(complex, s)
for a in ((1,), (1, 2), (1.5, -2), (1j, 1j), (1 + 2j, 3 + 4j), (True,), (None,), ("1", 2), (1, "2"), (), (b"1",), ([], 1), (10 ** 400,)):
    t(complex, *a)
t(lambda: complex(real=1, imag=2))
for v in (0, 1, "", "a", [], [0], None, 0.0, -0.0, float("nan"), 0j, (), {}, set(), b"", range(0), ..., NotImplemented if False else 2):
    print(bool(v), end=" ")
print(bool())
for v in (0, 65, 0x20AC, 0x10FFFF, 0x110000, -1, "a", 1.5, None, True, 2 ** 70, 0xD800):
    t(lambda: ascii(chr(v)))
for v in ("a", "€", "😀", "", "ab", b"a", b"ab", bytearray(b"z"), 5, None, ["a"], "\ud800"):
    t(ord, v)
for v in (0, 5, -5, 255, 2 ** 70, -(2 ** 70), True, 1.5, "a", None):
    t(bin, v)
    t(oct, v)
    t(hex, v)


class I:
    def __index__(self):
        return 10

    def __int__(self):
        return 20

    def __float__(self):
        return 2.5

    def __complex__(self):
        return 1 + 1j


class T:
    def __trunc__(self):
        return 7


class Bad:
    def __int__(self):
        return "x"

    def __float__(self):
        return 1

    def __index__(self):
        return 1.5

    def __complex__(self):
        return 1


class OnlyIndex:
    def __index__(self):
        return 3


print(int(I()), float(I()), complex(I()), bin(I()), hex(I()), chr(I()), int(OnlyIndex()), float(OnlyIndex()), complex(OnlyIndex()), range(I()), [1] * I(), int("z", I() + 0 if False else 36), round(2.55555, OnlyIndex()))
for f in (lambda: int(Bad()), lambda: float(Bad()), lambda: complex(Bad()), lambda: hex(Bad()), lambda: [1][Bad()], lambda: chr(Bad()), lambda: range(Bad())):
    t(f)
