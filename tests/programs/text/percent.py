# The % operator of str: conversions, flags, widths, mappings, errors.

def t(f, *a, **k):
    try:
        print(repr(f(*a, **k)))
    except Exception as e:
        print(type(e).__name__ + ":", e)


print("%s" % "a", "%s" % 5, "%s %s" % ("a", "b"), "%%" % (), "%s" % None, "%s" % [1, 2], "%s" % ((1, 2),), "%r" % "q", "%a" % "é", "%5s|%-5s|%.2s|%5.1s" % ("ab", "ab", "abc", "xyz"))
print("%c%c%c" % (65, "é", 0x1F600), "%5c|%-5c|" % ("x", "y"), "%d" % 3.99, "%d" % -3.99, "%i" % True, "%x" % 255, "%X" % -255, "%#X" % 255, "%o" % 8, "%#o" % 8, "%#x" % 0)
print("%+d % d %05d %-5d| %+05d % 05d %.3d %+.3d %8.4d" % (5, 5, 5, 5, 5, 5, 5, 5, 5), "%hd %ld %Ld" % (1, 2, 3), "%*d|%-*d|%.*f|%*.*f" % (5, 1, 5, 2, 2, 1.234, 8, 3, 2.5))
print("%(a)s %(b)05d %(a)r" % {"a": "x", "b": 42}, "%(x)s" % {"x": (1, 2)}, "%(a(b))s" % {"a(b)": 1}, "%()s" % {"": "empty"}, "no args" % {}, "none" % [], "%s" % {"a": 1})
print("%-010d|%+ d|%+-8d|%#010x|%-#10x|%0-10d|" % (1, 2, 3, 255, 255, 7), "%.0s|" % "abc", "%.s|" % "abc", "%5%|" % (), "%e" % 12345, "%g" % 1e20, "%.3g" % 1234567)
print("%d" % 10 ** 30, "%x" % (1 << 100), "%o" % -(1 << 70), "%.40d" % 123, "%50d|" % 10 ** 20, "%s" * 3 % (1, 2, 3), "%s" % b"x", "%s" % "é" + "x")
t(lambda: "%s %s" % "a")
t(lambda: "%s" % ())
t(lambda: "%s" % (1, 2))
t(lambda: "x" % 1)
t(lambda: "x" % (1,))
t(lambda: "x" % "y")
t(lambda: "%d" % "a")
t(lambda: "%d" % None)
t(lambda: "%d" % 1j)
t(lambda: "%x" % 1.5)
t(lambda: "%o" % "1")
t(lambda: "%f" % "a")
t(lambda: "%f" % None)
t(lambda: "%c" % "ab")
t(lambda: "%c" % 1.5)
t(lambda: "%c" % -1)
t(lambda: "%c" % 0x110000)
t(lambda: "%c" % "")
t(lambda: "%c" % None)
t(lambda: "%" % ())
t(lambda: "%z" % 1)
t(lambda: "abc%" % 1)
t(lambda: "%(a" % {})
t(lambda: "%(a)" % {"a": 1})
t(lambda: "%(a)s" % 1)
t(lambda: "%(a)s" % (1,))
t(lambda: "%(a)s" % {})
t(lambda: "%(a)s %s" % {"a": 1})
t(lambda: "%*d" % ("a", 1))
t(lambda: "%*d" % (5,))
t(lambda: "%.*f" % (1.5, 2))
t(lambda: "%d" % float("nan"))
t(lambda: "%d" % float("inf"))
t(lambda: "%99999999999999999999d" % 1)
t(lambda: "%.99999999999d" % 1)
t(lambda: "%y" % 1)
t(lambda: "%é" % 1)
t(lambda: "%s %" % 1)


class I:
    def __index__(self):
        return 7

    def __float__(self):
        return 2.5

    def __str__(self):
        return "str"

    def __repr__(self):
        return "rep"


t(lambda: "%x" % I())
t(lambda: "%f %s %r" % (I(), I(), I()))
t(lambda: "%d" % I())
t(lambda: "%c" % I())


class M:
    def __getitem__(self, k):
        return k * 2


t(lambda: "%(ab)s" % M())


class S(str):
    def __rmod__(self, o):
        return "rmod"

    def __mod__(self, o):
        return "mod"


print("%s" % S("x"), S("%s") % 1)
