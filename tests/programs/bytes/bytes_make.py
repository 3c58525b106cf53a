# Construction of bytes and bytearray; repr; hex and fromhex; indexing, slicing, operators.

def t(f, *a, **k):
    try:
        print(repr(f(*a, **k)))
    except Exception as e:
        print(type(e).__name__ + ":", e)


for C in (bytes, bytearray):
    for a in ((), (0,), (3,), ([1, 2, 255],), ((),), (b"ab",), (bytearray(b"q"),), (memoryview(b"mv"),), (range(3),), ({1: 2},), ("é", "utf-8"), ("é", "latin-1", "strict"), (iter([7]),), (True,)):
        print(C(*a), end=" ")
    print()
    for a in ((-1,), ([256],), ([-1],), (["a"],), ("a",), (None,), (1.5,), ("é", "ascii"), (5, "ascii"), (b"a", "ascii"), ([1.5],), ([None],), (10 ** 30,), ("a", 5), (object(),), (1, 2, 3, 4), ([10 ** 30],)):
        t(C, *a)
    t(C, foo=1)
    t(C, source=b"ab")
    t(C, "a", encoding="utf-8", errors="ignore")


class B:
    def __bytes__(self):
        return b"from __bytes__"


class I:
    def __index__(self):
        return 2


class BadB:
    def __bytes__(self):
        return "str"


t(bytes, B())
t(bytes, I())
t(bytearray, I())
t(bytes, [I(), I()])
t(bytes, BadB())
t(bytearray, B())
print(b"", b"'", b'"', b"'\"", b"\\", bytes(range(256)), bytearray(b"'"), bytearray(b"\"'"))
b = b"\x00\x01abcdef\xff"
for C in (bytes, bytearray):
    x = C(b)
    print(x.hex(), x.hex(":"), x.hex("-", 2), x.hex("_", -2), x.hex(b" ", 4), C().hex(), x.hex(sep="."), x.hex(".", 0), x.hex(".", bytes_per_sep=100))
    t(x.hex, "::")
    t(x.hex, "é")
    t(x.hex, 5)
    t(x.hex, "")
    print([x[i] for i in (0, 1, -1, -9)], x[2:5], x[::-1], x[::3], x[5:2], x[-3:], x[:100], len(x), list(x[:3]), 97 in x, b"bcd" in x, b"" in x, 300 if False else 0)
    t(lambda: x[9])
    t(lambda: x["a"])
    t(lambda: x[1.0])
    t(lambda: 256 in x)
    t(lambda: "a" in x)
    t(lambda: -1 in x)
    t(lambda: x + "a")
    t(lambda: "a" + x)
    t(lambda: x + 1)
    t(lambda: (x + b"!", x + bytearray(b"?"), x + memoryview(b"m")))
    t(lambda: x * 2)
    t(lambda: 2 * x)
    t(lambda: x * -1)
    t(lambda: x * 1.5)
    t(lambda: x < b"b")
    t(lambda: x < "b")
    t(lambda: x == "b")
    print(x == b, x == bytearray(b), x != b"", x > b"\x00", x >= b, x == memoryview(b), b"a" < b"ab", b"\x80" > b"\x7f")
for h in ("", "00ff", "00 FF 7f", " 41\n42\t43 ", "4", "4g", "4 1", "é", "414", "0x41", "41  42", "\u0664\u0661"):
    t(bytes.fromhex, h)
t(bytearray.fromhex, "616263")
t(bytes.fromhex, b"61")
print(hash(b"abc") == hash("abc"), hash(b"") == 0, hash(b"a") == hash(bytes([97])), {b"k": 1}[b"k"])
t(hash, bytearray())
