# str.lower, upper, title, capitalize, swapcase, casefold with special casings.

def t(f, *a, **k):
    try:
        print(repr(f(*a, **k)))
    except Exception as e:
        print(type(e).__name__ + ":", e)


words = ["", "hello", "HELLO", "Hello World", "hELLO wORLD 1st 2ND", "it's a dog's life", "ß", "straße", "ﬁre ﬂy ﬀ", "İstanbul", "ıI", "ΑΣ", "ΑΣ ΣΑ Σ", "ΟΔΥΣΣΕΥΣ", "σς", "ǆ ǅ Ǆ ǉ", "ŉa", "ǰ", "ΐ", "ﬖ", "ẖ", "ᾳ ᾼ ῳ ᾀ ᾈ", "ﬃ", "ꭰ Ꭰ", "ა Ა", "ⓐ Ⓐ ⅷ Ⅷ", "𐐀𐐨", "𞤀𞤢", "µ", "ÿ Ÿ", "ſ K Å", "a\u0300b", "ΑΣ\u0301", "Σ\u0301", "AΣ.", "A.Σ", "ᏸ", "ẞ", "ʼn", "ͅ", "\u1e9b", "x-y_z z9a"]
for w in words:
    print(w, w.lower(), w.upper(), w.title(), w.capitalize(), w.swapcase(), w.casefold(), sep="|")
    print(ascii(w.lower()), ascii(w.upper()), ascii(w.title()), ascii(w.casefold()), w.islower(), w.isupper(), w.istitle())


def digest(f):
    h = 0
    for i in [*range(0x30000), *range(0xE0000, 0xE0400)]:
        if 0xD800 <= i < 0xE000:
            continue
        c = chr(i)
        r = f(c)
        if r != c:
            for d in r:
                h = (h * 1000003 + ord(d) + i) % (2 ** 61 - 1)
    return h


for f in (str.lower, str.upper, str.title, str.casefold):
    print(f.__name__, digest(f))
print(sum(c.swapcase() != c for c in map(chr, range(0x3000))), sum(c.capitalize() != c for c in map(chr, range(0x3000))))
t("a".lower, 1)
t("a".upper, x=1)
t(str.lower)
t(str.lower, 5)
t(str.casefold, b"A")
