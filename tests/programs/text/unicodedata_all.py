# Every property of every character, every name both ways, and normal forms.
import _codecs
import unicodedata as u


def digest(values):
    h = 0
    for v in values:
        for c in repr(v):
            h = (h * 1000003 + ord(c)) & 0xffffffffffff
    return h


for f in [u.category, u.bidirectional, u.combining, u.mirrored, u.east_asian_width, u.decomposition]:
    print(f.__name__, digest(f(chr(c)) for c in range(0, 0x110000, 37)))
for f in [u.numeric, u.digit, u.decimal]:
    print(f.__name__, digest((c, f(chr(c), None)) for c in range(0, 0x30000, 3) if f(chr(c), None) is not None))
names = [(c, u.name(chr(c), None)) for c in range(0, 0x32000, 5)]
print(digest(names), sum(n is not None for _, n in names))
print(all(u.lookup(n) == chr(c) for c, n in names[::3] if n))
for form in ["NFC", "NFD", "NFKC", "NFKD"]:
    print(form, digest(u.normalize(form, chr(c)) for c in range(0, 0x30000, 11)))
    print(form, [c for c in range(0, 0x3000) if not u.is_normalized(form, chr(c))][:40])
    for s in ["", "abc", "e\u0301\u0323", "\u1e9b\u0323", "\ufb01", "\u1100\u1161\u11a8", "\uac00\u11a8", "a\u0315\u0300\u05ae\u0300\u0062", "\u0b47\u0300\u0b3e", "\u0344",
              "\u2126\u212b", "\U0001d15e", "\u0f71\u0f72\u0f74", "A\u030a", "q\u0307\u0323", "\u0928\u093c", "x\u0338<\u0338", "\u1100\u1161\u0301\u11a8"]:
        print(ascii(s), ascii(u.normalize(form, s)), u.is_normalized(form, s))
for text in ["latin small letter a", "HANGUL SYLLABLE GAG", "CJK UNIFIED IDEOGRAPH-4E00", "LINE FEED", "KEYCAP DIGIT ONE", "LATIN SMALL LETTER I WITH OGONEK AND DOT ABOVE AND ACUTE",
             "TIBETAN LETTER -A", "no such", "", "x" * 300, "HANGUL SYLLABLE XX", "CJK UNIFIED IDEOGRAPH-ZZZZ"]:
    try:
        print(ascii(u.lookup(text)))
    except KeyError as e:
        print("KeyError", e)
for call in [lambda: u.name("\u0378"), lambda: u.name("ab"), lambda: u.category(5), lambda: u.digit("x"), lambda: u.decimal("\u00b2"), lambda: u.numeric("\u00bd"), lambda: u.digit("x", None),
             lambda: u.normalize("NFX", "\u00e9"), lambda: u.normalize(5, "a"), lambda: u.lookup(5), lambda: u.name("\uac00"), lambda: u.unidata_version]:
    try:
        print(call())
    except (ValueError, TypeError) as e:
        print(type(e).__name__, e)
print(_codecs.lookup_error("namereplace")(UnicodeEncodeError("ascii", "\u20acx", 0, 1, "why")))
print("\u20acx".encode("ascii", "namereplace"), b"\\N{DIGIT ONE}\\N{em dash}".decode("unicode_escape").encode("utf-8"))
