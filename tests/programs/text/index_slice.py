# Indexing, slicing, repetition and concatenation of str; immutability; str() of things.

def t(f, *a, **k):
    try:
        print(repr(f(*a, **k)))
    except Exception as e:
        print(type(e).__name__ + ":", e)


s = "añ😀bc"
for i in range(-6, 6):
    t(lambda: s[i])
for a in (None, -7, -3, 0, 2, 5, 9):
    for b in (None, -6, -1, 1, 4, 8):
        print([s[a:b:c] for c in (None, 1, 2, -1, -2, 7)], end="")
    print()
t(lambda: s[::0])
t(lambda: s["a"])
t(lambda: s[1.0])
t(lambda: s[None])
t(lambda: s[1, 2])
t(lambda: s[10 ** 20])
t(lambda: s[:10 ** 20])
t(lambda: s["a":])
t(lambda: s[::1.5])
t(lambda: s[True])


class I:
    def __init__(self, v):
        self.v = v

    def __index__(self):
        return self.v


t(lambda: s[I(2)])
t(lambda: s[I(1):I(4)])
t(lambda: s[I("x")])


def store():
    s[0] = "x"


def remove():
    del s[0]


t(store)
t(remove)
t(lambda: s + 1)
t(lambda: 1 + s)
t(lambda: s + b"a")
t(lambda: s + None)
t(lambda: s * "a")
t(lambda: s * 1.5)
t(lambda: s - "a")
t(lambda: -s)
t(lambda: s * -1)
t(lambda: 0 * s)
t(lambda: True * s)
t(lambda: I(2) * "ab")
t(lambda: "x" * 10 ** 30)
print("ab" * 3, 3 * "ab", "é" * 2, "" * 1000, "a" + "é" + "😀", len("ab" * 1000), ("a" + "b") * 2 + "c")
print(str(), str(""), str(5), str(None), str(object=3), str(b"ab"), str(b"ab", "ascii"), str(b"\xc3\xa9", encoding="utf-8"), str(b"\xff", errors="replace"), str(bytearray(b"q"), "latin-1"), str(memoryview(b"mv"), "ascii"))
t(str, "a", "utf-8")
t(str, 5, "utf-8")
t(str, b"\xff", "utf-8")
t(str, b"a", 5)
t(str, 1, 2, 3, 4)
t(str, b"a", "nosuch")
a = "q"
for i in range(5):
    a += str(i) * i
    b = a
print(a, b, a is b, list("añ"), tuple("ab"), set("aaa"), [*"xyz"], len(s), "".join(reversed(s)), hash("") == 0)
x, y, z = "abc"
print(x, y, z, *"def", sep="-")
