# str.encode and bytes.decode: codecs, error handlers, exception attributes.

def t(f, *a, **k):
    try:
        print(repr(f(*a, **k)))
    except Exception as e:
        print(type(e).__name__ + ":", e)


samples = ["", "abc", "é", "α", "😀", "a\ud800b", "\udc80x", "ÿĀ"]
for s in samples:
    for enc in ("utf-8", "ascii", "latin-1", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be", "UTF8", "iso-8859-1", "us-ascii", "U8"):
        try:
            print(enc, s.encode(enc), end="; ")
        except UnicodeEncodeError as e:
            print(enc, e, e.encoding, ascii(e.object), e.start, e.end, e.reason, end="; ")
    print()
    for h in ("ignore", "replace", "backslashreplace", "xmlcharrefreplace", "surrogateescape", "surrogatepass"):
        for enc in ("ascii", "utf-8", "latin-1"):
            try:
                print(h, s.encode(enc, h), end="; ")
            except UnicodeEncodeError as e:
                print(h, e, end="; ")
    print()
raw = [b"", b"abc", b"\xc3\xa9", b"\xff", b"a\xc3", b"\xc3(", b"\xe2\x82", b"\xe2\x82\xac", b"\xe2(\xa1", b"\xf0\x9f\x98\x80", b"\xf0\x9f\x98", b"\xf0\x9fx", b"\xed\xa0\x80", b"\xc0\x80", b"\xf4\x90\x80\x80", b"\xf5abc", b"\x80\x80", b"ab\xe9cd", b"\xe0\x80\x80", b"\xf8\x88\x80\x80\x80"]
for b in raw:
    for enc in ("utf-8", "ascii", "latin-1"):
        try:
            print(enc, ascii(b.decode(enc)), end="; ")
        except UnicodeDecodeError as e:
            print(enc, e, e.encoding, e.object, e.start, e.end, e.reason, end="; ")
    print()
    for h in ("ignore", "replace", "backslashreplace", "surrogateescape", "surrogatepass"):
        for enc in ("utf-8", "ascii"):
            try:
                print(h, ascii(b.decode(enc, h)), end="; ")
            except UnicodeDecodeError as e:
                print(h, e, end="; ")
    print()
for b in (b"\xff\xfea\x00", b"\xfe\xff\x00a", b"a\x00", b"a", b"\x00\xd8", b"\x00\xd8\x00\xdc", b"\x00\xdc"):
    for enc in ("utf-16", "utf-16-le", "utf-16-be"):
        try:
            print(enc, ascii(b.decode(enc)), end="; ")
        except UnicodeDecodeError as e:
            print(enc, e, end="; ")
    print()
t("a".encode, "nosuch")
t(b"a".decode, "nosuch-enc")
t("é".encode, "ascii", "nohandler")
t("a".encode, "ascii", "nohandler")
t(b"\xff".decode, "utf-8", "nohandler")
t("a".encode, 5)
t("a".encode, "utf-8", 5)
t("a".encode, encoding="utf-8", errors="strict")
t(b"a".decode, encoding="ascii", errors="ignore")
t("a".encode, "utf-8", "strict", 1)
t("a".encode, bad=1)
t(b"\xff".decode, "ascii", "xmlcharrefreplace")
