"""int() from text and numbers, and back."""
for text in ["0", "-0", "+5", " 42 ", "1_000_000", "\t7\n", "0x1f", "0b101", "0o17", "00", "٣٤", "12abc", "", " ", "1__0", "_1", "1_", "0x", "--1", "1.5", "１２"]:
    try:
        print(repr(text), int(text))
    except ValueError as e:
        print(e)
for text, base in [("ff", 16), ("0xff", 16), ("0xff", 0), ("z", 36), ("101", 2), ("0b101", 0), ("12", 3), ("8", 8), ("010", 0), ("0", 0), ("g", 16), ("1", 1), ("1", 37), ("-0x10", 0)]:
    try:
        print(text, base, int(text, base))
    except ValueError as e:
        print(e)
for x in (1.9, -1.9, 1e20, 123456789.99, True, 0.0, -0.0):
    print(x, int(x))
for bad in (float("nan"), float("inf"), None, [], "a" * 3, object):
    try:
        print(int(bad))
    except (TypeError, ValueError, OverflowError) as e:
        print(type(e).__name__, e)
class Index:
    def __index__(self):
        return 7
class Trunc:
    def __int__(self):
        return 9
print(int(Index()), int(Trunc()), [0] * Index(), "abcdefghij"[Index()], hex(Index()), range(Index()))
print(int("123", base=5), int(b"77", 8), int(bytearray(b"12")), int(), int("9" * 40))
print(str(-17), repr(2 ** 70), format(255, "08b"), format(-255, "#x"), f"{1234567:,}", f"{1234567:_}", f"{10**25:,}")
print((1234).__format__("+d"), "%d %i %u" % (5, -5, 7), "%x %X %o" % (255, 255, 8), "%#x %#o" % (255, 8), "%5d|%-5d|%05d" % (3, 3, -3))
print(int(1e15) * 3, int(1e22), int(-1e16 + 1), 5 .real, (5).imag, (5).numerator, (5).denominator, (5).conjugate())
