# Unicode text: code points, storage widths, surrogates, combining marks, identifiers.

for s in ("", "a", "é", "α", "€", "😀", "a\u0301", "\ud83d\ude00", "\U0010ffff", "ab\xffcd", "ab\u0100cd", "x" * 10 + "😀"):
    print(len(s), [hex(ord(c)) for c in s], ascii(s), s[::-1] == "".join(reversed(s)), s.isascii(), len(s.encode("utf-8", "surrogatepass")), len(s.encode("utf-16-le", "surrogatepass")))
print("é" == "e\u0301", "\ud83d\ude00" == "😀", "ﬁ" == "fi", "é" in "café", "😀"[0], "a😀b"[1], "a😀b"[-1], "a😀b"[:2], len("👨‍👩‍👧"), list("né")[1], "Ω" == "Ω", "\x41" == "A")
w = "abc"
for c in ("d", "é", "α", "😀"):
    w += c
    print(len(w), w, w[-1], w[0], w.find(c), w.index(c), w.count(c), w * 2, w.upper(), hash(w) == hash("".join(list(w))))
w = w[:3]
print(w, w == "abc", w is not None, w.isascii(), hash(w) == hash("abc"), {w: 1}["abc"])
é = 1
αβγ = 2
变量 = 3
ﬁx = 4
ª = 5
print(é + αβγ + 变量, fix, a, sorted(k for k in globals() if not k.startswith("_") and not k.isascii()))


class Ünï:
    ñ = "attr"

    def метод(self, é=1):
        return self.ñ, é


print(Ünï().метод(), Ünï.__name__, Ünï.метод.__name__, getattr(Ünï, "ñ"), Ünï().метод(é=5))
try:
    Ünï().нет
except AttributeError as e:
    print(e)
try:
    неизвестно
except NameError as e:
    print(e)
print(sorted(["z", "é", "a", "Z", "É", "ß", "ss", "😀", "\uffff"]), max("aé😀"), min("😀é"), "é" > "z", "😀" > "\uffff")
print("%5s|%-5s|" % ("é", "😀"), f"{'é':>4}|{'😀':^5}|{'中文':*^6}", "é".center(5, "€"), "中".ljust(3) + "|", "ñ".rjust(4, "→"))
print("a\u0301".upper(), "ǆ".title(), "ß".upper().lower(), "İ".lower().upper() == "İ", len("İ".lower()), "ŉ".upper(), "ﬃ".title(), "ΐ".upper(), [len(c.upper()) for c in "ßŉǰΐΰև"])
print("\N{GREEK CAPITAL LETTER OMEGA}\N{BULLET}\N{EURO SIGN}\N{NO-BREAK SPACE}|\N{LATIN SMALL LETTER SHARP S}\N{GRINNING FACE}", "\N{CJK UNIFIED IDEOGRAPH-4E2D}", "\N{HANGUL SYLLABLE GAG}", "\N{LINE FEED}".encode())
print([c for c in "a\u2028b\x85c".splitlines()], "a\u00a0b".split(), "\ufeffx".strip() == "\ufeffx", "\u3000x\u3000".strip(), "1٢३".isdecimal(), int("१२३"), float("٣.١٤"), "²".isdigit(), "Ⅷ".isnumeric(), "x²".isidentifier(), "x".isprintable(), "\u200d".isprintable())
