# Encodings named by constants and variables in a program that imports no codecs.
print("é\n".encode("unicode_escape"), b"+AGE-".decode("utf-7"), str(b"\xe9", "mac_roman"), bytes("€", "cp1252"))
print(b"\\u20ac\xe9".decode("raw_unicode_escape"), "a b".encode(encoding="utf_7"))


def all_ways(text, names=("cp850", "iso8859_7", "utf-8", "ascii")):
    for name in names:
        print(name, text.encode(name, "replace"))


all_ways("éα")
for encoding in ("nope", "cp1252"):
    try:
        print(b"\x81".decode(encoding))
    except (LookupError, UnicodeDecodeError) as e:
        print(type(e).__name__, e)
