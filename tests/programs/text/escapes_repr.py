# String literals, escapes and repr/ascii of odd characters.

print("\a\b\f\v\0\1\12\123\777".encode("utf-8"), "\x00\x7f\x80\xff".encode("latin-1"), "\u00e9\U0001F600\N{LATIN SMALL LETTER E WITH ACUTE}\N{GREEK SMALL LETTER ALPHA}")
print(r"\n\x\'", R"\u0041", "a\
b", 'it''s', "a" 'b' """c""" '''d''', "'", '"', '\'"', "\"'")
print(repr("'"), repr('"'), repr("'\""), repr("\\"), repr("\\'"), repr("\n\r\t\0\x1f\x7f\x80\x9f\xa0\xad"), repr(""))
print([ascii(chr(i)) for i in range(256) if not (32 < i < 127 and chr(i).isalnum())])
for c in ("\u0300", "\u200b", "\u200e", "\u2028", "\u3000", "\ud800", "\udfff", "\ue000", "\ufeff", "\ufffe", "\uffff", "\U0001f600", "\U000e0020", "\U0010ffff", "\u0378", "\u0590", "\u00ad", "\u061c"):
    print(ascii(c), ascii(repr(c)), len(repr(c)))
h = 0
for i in [*range(0x20000), *range(0xE0000, 0xE0200), 0x10FFFF]:
    for d in repr(chr(i)):
        h = (h * 31 + ord(d)) % 1000000007
print(h)
print(b"\a\b\0\12\x00\xff\'\"\\", rb"\n\x", b'"', b"'", b'\'"', Rb"\q", bR"\z")
print(u"unicode", u'x' == 'x', "tab\there", """multi
line "quoted" text\
 continued""", '''a'b"c''')
print("%r %s %a" % ("é\n", "é\n", "é\n"), f"{'é'!r} {'é'!s} {'é'!a}", "{!r} {!a}".format("é", "é"))
print(repr("é"), repr(["é", "\n"]), str(["é"]), ascii(["é"]), ascii({"é": "😀"}), repr(("a",)), ascii("plain"), ascii(None), ascii(1.5))


class R:
    def __repr__(self):
        return "Ré\u1234"

    def __str__(self):
        return "Sé"


print(R(), [R()], repr(R()), ascii(R()), str(R()), f"{R()}", f"{R()!a}", "%s %r %a" % (R(), R(), R()))


class N:
    def __repr__(self):
        return 5


class M:
    def __str__(self):
        return None


for f in (lambda: repr(N()), lambda: str(N()), lambda: ascii(N()), lambda: str(M()), lambda: f"{M()}", lambda: [N()].__repr__(), lambda: "%r" % N(), lambda: print(M())):
    try:
        print(f())
    except TypeError as e:
        print(e)
