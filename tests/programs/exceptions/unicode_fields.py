# What UnicodeErrors take, keep and let be set.
CALLS = [(UnicodeDecodeError, ("utf-8", bytearray(b"abc"), 0, 1, "why")), (UnicodeDecodeError, ("utf-8", "abc", 0, 1, "why")), (UnicodeDecodeError, (5, b"abc", 0, 1, "why")),
         (UnicodeDecodeError, ("utf-8", b"abc", "x", 1, "why")), (UnicodeEncodeError, ("utf-8", b"abc", 0, 1, "why")), (UnicodeEncodeError, ("utf-8", "abc", 0, 1, 5)),
         (UnicodeEncodeError, ("utf-8", "abc", 0, 1)), (UnicodeTranslateError, ("abc", 0, 1, "why")), (UnicodeTranslateError, (b"abc", 0, 1, "why")),
         (UnicodeTranslateError, ("abc", 0, None, "why"))]
for cls, args in CALLS:
    try:
        e = cls(*args)
        print(e, e.object, e.start, e.end, e.reason)
    except TypeError as e:
        print(cls.__name__, e)
e = UnicodeEncodeError("ascii", "abc", 0, 1, "why")
e.start, e.end, e.reason, e.encoding, e.object = 1, 3, "other", "latin", "xyz"
print(e, e.args)
try:
    e.start = "x"
except TypeError as x:
    print(type(x).__name__)
