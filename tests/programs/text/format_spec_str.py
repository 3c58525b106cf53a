# format() and format specifications of str, and the str.format field grammar.

def t(f, *a, **k):
    try:
        print(repr(f(*a, **k)))
    except Exception as e:
        print(type(e).__name__ + ":", e)


for spec in ("", "s", "10", "<10", ">10", "^10", "^11s", "*^9", "é>6", "😀<6", ".2", ".0", "10.2", "=10", "010", "<010", "0", ",", "_", "+", " ", "-", "#", "d", "x", "f", "c", "%", "10.", ".", "*", "1.2.3", "z", "<<5", "}}<5", "5s ", "\x00^7", "!r", "10000000000000000000000", ".99999999999999999999999"):
    t(format, "abc", spec)
t("{} {}".format, 1, 2)
t("{0} {1} {0}".format, "a", "b")
t("{a} {b}".format, a=1, b="x")
t("{0} {a}".format, 1, a=2)
t("{} {0}".format, 1)
t("{0} {}".format, 1)
t("{}".format)
t("{1}".format, 1)
t("{a}".format)
t("{a}".format, 1)
t("{".format)
t("}".format)
t("{{}}".format)
t("{{{}}}".format, 3)
t("{0".format, 1)
t("{0!}".format, 1)
t("{0!x}".format, 1)
t("{0!rr}".format, 1)
t("{0!r:>10}".format, "a")
t("{!s:^7}|{!r}|{!a}".format, "é", "é", "é")
t("{0[1]} {0[-1]}".format, "ab")
t("{0[0]} {0[1]}".format, [10, 20])
t("{0[k]} {0[1]}".format, {"k": "v", 1: "one"})
t("{0[k}".format, {})
t("{0[]}".format, {})
t("{0[a]x}".format, {"a": 1})
t("{0.real} {0.imag}".format, 3)
t("{0.nope}".format, 3)
t("{0.}".format, 3)
t("{a.b[c].d}".format, a=1)
t("{:{}}".format, "x", 5)
t("{:{}{}{}}".format, "x", "*", "^", 7)
t("{0:{1}.{2}}".format, "abcdef", 10, 3)
t("{:{w}}".format, "x", w=4)
t("{:{:{}}}".format, 1, 2, 3)
t("{:d}".format, "x")
t("{ }".format, 1)
t("{ a }".format, **{" a ": 5})
t("{0x}".format, 1)
t("{00}".format, 1)
t("{-1}".format, 1)
t("{99999999999999999999}".format, 1)
t("{:}".format, [1, 2])
t("{:5}".format, [1])
t("{:5}".format, None)
t("{!r:5}".format, None)
t("{:>8}".format, object)
t("{self} {format_string}".format, self=1, format_string=2)
t("{}{}{}".format, 1, "é", "😀")
t("{a}".format_map, {"a": 7})
t("{a}".format_map, {})
t("{}".format_map, {"": 5})


class D(dict):
    def __missing__(self, k):
        return "?" + k


t("{x} {y!r}".format_map, D(x=1))


class F:
    def __format__(self, spec):
        return "F<" + spec + ">"


t("{:abc} {} {!s:.3}".format, F(), F(), "string")
t(format, F(), "q:}{")


class G:
    def __format__(self, spec):
        return 5


t(format, G())
t("{}".format, G())
t(format, 1, 2)
t(format)
t(format, F(), None)
