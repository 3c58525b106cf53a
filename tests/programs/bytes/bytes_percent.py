# % formatting of bytes and bytearray.

def t(f, *a, **k):
    try:
        print(repr(f(*a, **k)))
    except Exception as e:
        print(type(e).__name__ + ":", e)


print(b"%s %b %d %x %c%c %r %a" % (b"a", bytearray(b"b"), 5, 255, 65, b"B", "é", [1]), b"%5s|%-5s|%.1s" % (b"ab", b"cd", b"xyz"), b"%05d %+d %#x %o %e %.2f %g %%" % (42, 42, 42, 8, 1.5, 2.555, 1e10))
print(b"%(k)s %(n)03d" % {b"k": b"v", b"n": 7}, bytearray(b"%s!") % b"x", type(bytearray(b"%d") % 5).__name__, b"%*d|" % (5, 3), b"none" % (), b"%i %u" % (1, 2), b"%X" % 255, b"%s" % memoryview(b"mv"))


class B:
    def __bytes__(self):
        return b"BB"


t(lambda: b"%s" % B())
t(lambda: b"%s" % "str")
t(lambda: b"%b" % 5)
t(lambda: b"%d" % "a")
t(lambda: b"%d" % b"1")
t(lambda: b"%c" % 256)
t(lambda: b"%c" % b"ab")
t(lambda: b"%c" % "a")
t(lambda: b"%x" % 1.5)
t(lambda: b"%s %s" % b"a")
t(lambda: b"x" % 1)
t(lambda: b"%z" % 1)
t(lambda: b"%" % ())
t(lambda: b"%(k)s" % {"k": b"v"})
t(lambda: b"%(k)s" % 5)
t(lambda: b"%f" % b"1.5")
t(lambda: b"%a" % "é\n😀")
t(lambda: b"%s" % None)
t(lambda: b"%d" % 10 ** 30)
t(lambda: b"%s" % (b"\xff\x00",))
print(b"%z.0f %z.1f %zf %z.2e" % (-0.1, -0.01, -1.5, -0.0))
for c in b"zyqZ":
    t(lambda: bytes([37, c]) % 1)
