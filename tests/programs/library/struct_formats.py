"""struct: every format in every byte order, its limits and its errors; buffers; half floats; iteration."""
import _struct
from _struct import Struct, calcsize, error, iter_unpack, pack, pack_into, unpack, unpack_from


def attempt(f, *args, **kw):
    try:
        print(f(*args, **kw))
    except Exception as e:
        print(type(e).__name__, e)


class Index:
    def __init__(self, n):
        self.n = n

    def __index__(self):
        return self.n


for order in ("", "@", "<", ">", "=", "!"):
    for c in "xbBhHiIlLqQnNPefd?csp":
        attempt(calcsize, order + c)
        for v in (0, 1, -1, 127, 128, -129, 255, 256, 32767, 65536, 2 ** 31, -2 ** 31 - 1, 2 ** 32, 2 ** 63, 2 ** 64, -2 ** 63, -2 ** 70,
                  1.5, 65519.0, 65520.0, 1e300, 5.9e-8, 2.9e-8, float("inf"), float("-inf"), -0.0, "a", b"q", b"", None, Index(7)):
            try:
                data = pack(order + c, v)
                print(order, c, v if not isinstance(v, Index) else "index", data.hex(), unpack(order + c, data))
            except Exception as e:
                print(order, c, type(e).__name__, e)
for f in ("3", "z", "<n", " 3 i", "99999999999999999999i", "9223372036854775807i", 5, "\xe9", b"i", "2c s", "ci", "ic0i", "@cq", "\0i", "",
          "3x", "2h b q", "0s", "5p", "bhilq", "<bhilq", "0q"):
    attempt(calcsize, f)
print(pack("3s2xH", b"ab", 5), pack("5p", b"abcdefgh"), pack("2p", b""), pack("<3h", 1, 2, 3), pack("?", []), pack("0s", b"a"))
print(unpack("3s2xH", b"ab\0\0\0\0\5\0"[:8]), unpack("5p", b"\4abcd"), unpack("5p", b"\xffabcd"), unpack(">3h", b"\0\1\0\2\0\3"), unpack("cc", b"ab"))
attempt(pack, "ii", 1)
attempt(pack)
attempt(pack, "c", b"ab")
attempt(pack, "300p", b"x" * 300)
b = bytearray(8)
print(pack_into("<H", b, 2, 258), b, pack_into("<H", b, -2, 1), b, pack_into("2x", b, 2), b)
for args in ((), (b,), (b, 0), (b, -1, 1), (b, -30, 1), (b"abcd", 0, 1), (b, 5, 1), (b, "x", 1), (5, 0, 1)):
    attempt(pack_into, "<i", *args)
print(unpack_from("<H", b"abcd", 1), unpack_from("<H", buffer=b"abcd", offset=-2))
for args in ((b"abc",), (b"abcd", -3), (b"abcd", -30), (b"abcd", 1), ("abcd",)):
    attempt(unpack_from, "<i", *args)
    attempt(unpack, "<i", *args[:1])
it = iter_unpack("<hb", bytes(range(9)))
print(next(it), it.__length_hint__(), list(it), it.__length_hint__(), list(it))
attempt(iter_unpack, "<i", b"abc")
attempt(iter_unpack, "", b"abc")
s = Struct("<ih")
print(s.format, s.size, s.pack(1, 2), s.unpack(b"abcdef"), s.unpack_from(b"_abcdef", 1), list(s.iter_unpack(b"abcdef" * 2)))
s.pack_into(b, 0, 9, 9)
print(b)
attempt(s.pack, 1)
attempt(Struct)
attempt(Struct, 1, 2)
print(error, issubclass(error, Exception), Struct.__module__)


class Named(Struct):
    def __init__(self, *names):
        super().__init__("<" + "i" * len(names))
        self.names = names

    def dict(self, data):
        return dict(zip(self.names, self.unpack(data)))


print(Named("a", "b").dict(Named("a", "b").pack(3, 4)))
total = 0
for i in range(300):
    total += calcsize(f"{i}i")
print(total)
_struct._clearcache()
