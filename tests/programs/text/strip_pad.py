# str.strip, lstrip, rstrip, center, ljust, rjust, zfill, expandtabs, removeprefix, removesuffix.

def t(f, *a, **k):
    try:
        print(repr(f(*a, **k)))
    except Exception as e:
        print(type(e).__name__ + ":", e)


for s in ("", " ", "  a b  ", "\t\n x \r\x0b\x0c", "\u2003x\xa0\x85", "xxabcxx", "éèaèé", "\x1c\x1d\x1e\x1fz\x1f", "\u200bq\u200b"):
    print(repr(s.strip()), repr(s.lstrip()), repr(s.rstrip()), repr(s.strip("x")), repr(s.lstrip("xa")), repr(s.rstrip("cx")), repr(s.strip("éè")), repr(s.strip("")), repr(s.strip(None)))
t("a".strip, 1)
t("a".strip, b"a")
t("a".strip, "a", "b")
t("a".lstrip, [])
for w in (-1, 0, 1, 2, 3, 4, 5, 6, 7, 8):
    print("|".join([s.center(w) + s.ljust(w) + s.rjust(w) for s in ("", "a", "ab", "abc")]), "abc".center(w, "*"), "ab".center(w, "é"), "é".ljust(w, "😀"), "a".rjust(w, "\x00").encode())
for s in ("", "1", "-1", "+1", "--1", "abc", "-", "+", "é", "1.5", "-é"):
    print([s.zfill(n) for n in (-1, 0, 1, 2, 3, 6)])
t("a".center)
t("a".center, "5")
t("a".center, 5, "")
t("a".center, 5, "xy")
t("a".center, 5, 1)
t("a".ljust, 5, b"x")
t("a".ljust, 2.0)
t("a".zfill)
t("a".zfill, "3")
t("a".zfill, True)
t("a".rjust, 10 ** 40)
for s in ("", "\t", "a\tb", "ab\tc\td", "\t\t", "a\nb\tc", "abcdefgh\ti", "a\r\tb", "é\tx", "01\t012\t0123\t01234"):
    print(repr(s.expandtabs()), [s.expandtabs(n) for n in (-1, 0, 1, 2, 4)], repr(s.expandtabs(tabsize=3)))
t("a\t".expandtabs, "x")
t("a\t".expandtabs, 1, 2)
for s in ("", "a", "aa", "abc", "abcabc"):
    print([s.removeprefix(p) for p in ("", "a", "abc", "abcabcd", "c")], [s.removesuffix(p) for p in ("", "a", "abc", "abcabcd", "c")])
t("a".removeprefix)
t("a".removeprefix, 1)
t("a".removesuffix, ("a",))
t("a".removeprefix, None)


class S(str):
    pass


s = S("x")
for f in (s.strip, s.lstrip, s.rstrip, s.expandtabs):
    print(type(f()))
for r in (s.center(0), s.zfill(0), s.ljust(1), s.removeprefix("y"), s.removesuffix("y"), s[:], s * 1, s + "", s.replace("q", "r"), s.lower(), s.translate({})):
    print(type(r).__name__, end=" ")
print()
