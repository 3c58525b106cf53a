# str.find, rfind, index, rindex, count and in: bounds, empty needles, wide needles, wrong types.

def t(f, *a, **k):
    try:
        print(repr(f(*a, **k)))
    except Exception as e:
        print(type(e).__name__ + ":", e)


s = "abracadabra"
for sub in ("a", "abra", "bra", "z", "", "abracadabra", "abracadabrax", "cad", "é", "😀"):
    print(sub, s.find(sub), s.rfind(sub), s.count(sub), sub in s)
    t(s.index, sub)
    t(s.rindex, sub)
for lo in (None, -100, -4, -1, 0, 1, 3, 7, 10, 11, 12, 100):
    for hi in (None, -100, -3, 0, 2, 8, 11, 99):
        print(s.find("a", lo, hi), s.rfind("a", lo, hi), s.count("a", lo, hi), s.find("", lo, hi), s.rfind("", lo, hi), s.count("", lo, hi), end="; ")
    print()
t(s.find)
t(s.find, 1)
t(s.find, None)
t(s.find, b"a")
t(s.count, 3)
t(s.count)
t(s.index, [])
t(s.rindex, "q", 2)
t(s.find, "a", "b")
t(s.find, "a", 1.0)
t(s.find, "a", 0, 1, 2)
t(lambda: 1 in s)
t(lambda: None in s)
t(lambda: b"a" in s)
t(s.find, "a", 10 ** 30)
t(s.find, "a", -10 ** 30, 10 ** 30)
t(s.find, "a", True)


class I:
    def __index__(self):
        return 3


print(s.find("a", I()), s.count("a", I(), I()), s.rfind("a", -I().__index__()))
w = "αβγαβγ😀αβ"
print([w.find(x) for x in ("α", "βγ", "😀", "😀α", "x", "αβ")], [w.rfind(x) for x in ("α", "βγ", "😀", "αβ")], w.count("αβ"), w.count(""))
print("aaaa".count("aa"), "aaaaa".count("aa", 1), "".count(""), "".find(""), "".rfind(""), "".find("", 1), "".rfind("", 1), "".count("", 1), "abc".find("", 3), "abc".find("", 4))
long = "x" * 5000 + "needle" + "y" * 5000 + "needle" + "z"
print(long.find("needle"), long.rfind("needle"), long.count("needle"), long.find("needlez"), long.find("needley"), long.count("x"), long.index("z"), long.rindex("x"))
per = "ab" * 3000
print(per.find("ba" * 2500), per.rfind("ab" * 2999), per.count("abab"), per.find("ab" * 3001), ("a" * 4000 + "b").find("a" * 100 + "b"))
