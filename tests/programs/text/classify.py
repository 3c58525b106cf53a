# str.is* predicates over interesting code points and counts over all of Unicode.

def t(f, *a, **k):
    try:
        print(repr(f(*a, **k)))
    except Exception as e:
        print(type(e).__name__ + ":", e)


names = ["isalnum", "isalpha", "isascii", "isdecimal", "isdigit", "isidentifier", "islower", "isnumeric", "isprintable", "isspace", "istitle", "isupper"]
for s in ("", "a", "A", "1", " ", "a1", "a b", "Ab", "aB", "AB1", "_x", "1x", "x-y", "²", "½", "٣", "Ⅷ", "一", "é", "ª", "ß", "ǅ", "ǅx", "A1b", "A1B", "\n", "\x1f", "\x85", "\xa0", "\xad", "\u200b", "\u2028", "\ud800", "😀", "\U000e0001", "class", "None", "é1", "·", "a·", "℘", "゛", "a\u0301", "\u0301a", "Hello World", "Hello world", "中文", "\ue000", "\U0010ffff", "\u0378"):
    print(ascii(s), "".join("01"[getattr(s, n)()] for n in names))
counts = {n: 0 for n in names}
sums = {n: 0 for n in names}
for i in [*range(0x20000), *range(0xE0000, 0xE0200)]:
    c = chr(i)
    if c.isalnum():
        counts["isalnum"] += 1; sums["isalnum"] += i
    if c.isalpha():
        counts["isalpha"] += 1; sums["isalpha"] += i
    if c.isdecimal():
        counts["isdecimal"] += 1; sums["isdecimal"] += i
    if c.isdigit():
        counts["isdigit"] += 1; sums["isdigit"] += i
    if c.isidentifier():
        counts["isidentifier"] += 1; sums["isidentifier"] += i
    if c.islower():
        counts["islower"] += 1; sums["islower"] += i
    if c.isnumeric():
        counts["isnumeric"] += 1; sums["isnumeric"] += i
    if c.isprintable():
        counts["isprintable"] += 1; sums["isprintable"] += i
    if c.isspace():
        counts["isspace"] += 1; sums["isspace"] += i
    if c.istitle():
        counts["istitle"] += 1; sums["istitle"] += i
    if c.isupper():
        counts["isupper"] += 1; sums["isupper"] += i
print(counts)
print(sums)
print(sum(("a" + chr(i)).isidentifier() for i in range(0x20000)))
t("a".isalpha, 1)
t(str.isdigit, 1)
t("".isspace, x=1)
