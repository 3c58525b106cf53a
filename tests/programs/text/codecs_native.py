# The functions of _codecs, every codec with every error handler, whole and in pieces.
import _codecs


def show(f, *args):
    try:
        print(f.__name__, ascii(args), ascii(f(*args)))
    except Exception as e:
        print(f.__name__, ascii(args), type(e).__name__, ascii(str(e)))


def custom(e):
    return ("<%s %d:%d>" % (e.encoding, e.start, e.end), e.end)


def as_bytes(e):
    return (b"12", e.end)


def back(e):
    return ("x", -1)


def outside(e):
    return ("x", 100)


def swap(e):
    if isinstance(e, UnicodeDecodeError):
        e.object = b"new text"
        return ("[", 3)
    return ("\u20ac", e.end)


def wrong(e):
    return 5


for name, handler in [("test.custom", custom), ("test.bytes", as_bytes), ("test.back", back), ("test.outside", outside), ("test.swap", swap), ("test.wrong", wrong)]:
    _codecs.register_error(name, handler)
HANDLERS = [None, "strict", "ignore", "replace", "backslashreplace", "xmlcharrefreplace", "surrogateescape", "surrogatepass", "test.custom",
            "test.bytes", "test.outside", "test.wrong", "no.such"]
TEXTS = ["", "abc", "a\xe9b", "\u20ac\u0100z", "x\U0001f600y", "\ud800", "a\udc80\udcffb\ud83d", "+-~\\ \x00\t\n\r\x7f'\"", "A\u2262\u0391.", "Hi Mom -\u263a-!"]
for codec in ["utf_8", "utf_16", "utf_16_le", "utf_16_be", "utf_32", "utf_32_le", "utf_32_be", "latin_1", "ascii", "utf_7", "unicode_escape", "raw_unicode_escape"]:
    encode = getattr(_codecs, codec + "_encode")
    for s in TEXTS:
        for errors in HANDLERS[:3] if s.isascii() else HANDLERS:
            show(encode, s, errors)
    show(encode, b"")
    show(encode, "", 5)
BYTES = [b"", b"abc", b"a\xffb", b"\xe2\x82", b"\xe2\x82\xac\xf0\x9f\x98\x80", b"\xf0\x9f\x98", b"\xed\xa0\x80", b"\xed\xa0", b"\xc0\x80\xf5", b"\xe0\x80\x80", b"\xff\xfea\x00",
         b"\xfe\xff\x00a\xd8", b"\x3d\xd8\x00", b"\x3d\xd8\x00\xde", b"\x00\xdc", b"\xd8\x3d\x00a", b"\xff\xfe\x00\x00a\x00\x00\x00", b"\x00\x00\xfe\xff\x00\x11\x00\x00",
         b"\x00\xd8\x00\x00", b"a\x00\x00", b"+AGE-b", b"+2D3eAA-", b"+AG", b"+AGE", b"+A-", b"+-", b"+!", b"+2D0-", b"+AGF-", b"a\x80b", b"\\", b"\\x4", b"\\x41\\u20ac\\U0001f600",
         b"\\u12", b"\\U00110000", b"\\101\\7\\400", b"\\q\\\n\\'\\\"\\a", b"\\N", b"\\N{", b"\\N{}", b"a\\u20"]
for codec in ["utf_8", "utf_16", "utf_16_le", "utf_16_be", "utf_32", "utf_32_le", "utf_32_be", "utf_7", "unicode_escape", "raw_unicode_escape"]:
    decode = getattr(_codecs, codec + "_decode")
    for b in BYTES:
        if codec == "unicode_escape" and (b"\\q" in b or b"\\400" in b or b"\\N" in b):
            continue
        for errors in HANDLERS:
            show(decode, b, errors, True)
        show(decode, b, "strict", False)
        show(decode, b, "replace", False)
        show(decode, bytearray(b), "surrogatepass", False)
    show(decode, 5)
for b in BYTES:
    for errors in HANDLERS:
        show(_codecs.ascii_decode, b, errors)
    show(_codecs.latin_1_decode, b)
    for errors in [None, "replace", "ignore", "other"]:
        if b"\\q" not in b and b"\\400" not in b and b"\\N" not in b and b"\\u" not in b and b"\\U" not in b:
            show(_codecs.escape_decode, b, errors)
    show(_codecs.escape_encode, b)
    show(_codecs.utf_16_ex_decode, b, "replace", 0, False)
    show(_codecs.utf_32_ex_decode, b, "replace", 1, True)
show(_codecs.utf_8_decode, b"a\xffb", "test.swap", True)
show(_codecs.ascii_decode, b"a\xffb", "test.swap")
show(_codecs.utf_16_encode, "a", None, -1)
show(_codecs.utf_16_encode, "a", None, 1)
show(_codecs.utf_32_encode, "a", None, 1)
show(_codecs.readbuffer_encode, "a\xe9")
table = "".join(map(chr, range(128))) + "\u20ac\ufffe\u0100"
inverse = _codecs.charmap_build(table)
for errors in HANDLERS:
    show(_codecs.charmap_decode, b"a\x80\x81\x82\x83\xff", errors, table)
    show(_codecs.charmap_decode, b"abcdef", errors, {97: "xyz", 98: None, 99: 0x20ac, 100: "", 101: "\ufffe"})
    try:
        print(errors, _codecs.charmap_encode("a\u20ac\u0100\xe9\ud800?", errors, inverse))
    except Exception as e:
        print(errors, type(e).__name__, ascii(str(e)))
    show(_codecs.charmap_encode, "abcd\xe9", errors, {97: b"xyz", 98: None, 99: 200, 63: 33})
for bad in [{97: -1}, {97: 0x110000}, {97: b""}, {97: []}]:
    show(_codecs.charmap_decode, b"a", None, bad)
for bad in [{97: -1}, {97: 256}, {97: ""}, {97: []}]:
    show(_codecs.charmap_encode, "a", None, bad)
show(_codecs.charmap_decode, b"a\xff")
show(_codecs.charmap_encode, "a\u0100", "ignore")
for name in ["strict", "ignore", "replace", "xmlcharrefreplace", "backslashreplace", "surrogatepass", "surrogateescape"]:
    h = _codecs.lookup_error(name)
    for e in [UnicodeEncodeError("ascii", "a\xe9\u20ac\udc80\U0001f600", 1, 4, "why"), UnicodeEncodeError("utf-8", "\ud800", 0, 1, "why"),
              UnicodeDecodeError("utf-8", b"a\xed\xa0\x80", 1, 2, "why"), UnicodeDecodeError("ascii", b"\x80\x81", 0, 2, "why"),
              UnicodeTranslateError("ab\u20ac", 1, 3, "why"), UnicodeEncodeError("ascii", "abc", -5, 50, "why"), ValueError("v"), 5]:
        show(h, e)
for bad in [("x", 5), (5, len)]:
    show(_codecs.register_error, *bad)
show(_codecs.lookup_error, "none of that")


def find(name):
    if name == "test_codec":
        return (lambda s, errors="strict": (s.encode("utf-8").hex().encode(), len(s)), lambda b, errors="strict": (bytes(b).decode() + errors, len(b)), None, None)
    if name == "test.bad":
        return (1, 2)
    if name == "test_fails":
        return (lambda s, errors="strict": 1 / 0, lambda b, errors="strict": (5, 1), None, None)


_codecs.register(find)
show(_codecs.encode, "a\xe9", "Test Codec")
show(_codecs.decode, b"a", "test-codec", "how")
show("a\xe9".encode, "test codec")
show(b"a".decode, "TEST_CODEC", "how")
show(_codecs.lookup, "test.bad")
show(_codecs.encode, "a", "test fails")
show(_codecs.decode, b"a", "test fails")
show(b"a".decode, "test fails")
show(_codecs.register, 5)
show(_codecs.encode, 5, 6)
e = UnicodeEncodeError("ascii", "abc", 0, 1, "why")
e.start, e.end, e.reason, e.encoding, e.object = 1, 2, "other", "latin", "xyz"
print(e, e.args)
print("é\n\u20ac\U0001f600".encode("unicode_escape"), rb"a\x41\n\u20ac".decode("unicode_escape"), "é\u20ac".encode("raw-unicode-escape"), "é".encode("UTF-7"))
