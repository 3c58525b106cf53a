# str.replace, translate, maketrans.

def t(f, *a, **k):
    try:
        print(repr(f(*a, **k)))
    except Exception as e:
        print(type(e).__name__ + ":", e)


for s in ("", "a", "aaa", "banana", "aXbXc", "é😀é"):
    for a, b in (("a", "b"), ("a", ""), ("", "-"), ("an", "AN"), ("aa", "b"), ("X", "😀"), ("é", "e"), ("😀", "éé"), ("zz", "y"), ("a", "a")):
        print(s.replace(a, b), s.replace(a, b, 0), s.replace(a, b, 1), s.replace(a, b, 2), s.replace(a, b, -1), sep="|", end=" ")
    print()
t("a".replace, "a")
t("a".replace)
t("a".replace, "a", 1)
t("a".replace, 1, "a")
t("a".replace, None, None)
t("a".replace, "a", "b", "c")
t("a".replace, "a", "b", 1.0)
t("a".replace, "a", "b", 1, 2)
t("a".replace, "a", "b", count=1)
t("a".replace, b"a", b"b")
print(len(("ab" * 1000).replace("b", "ccc")), ("x" * 1000).replace("x", "", 998), ("x" * 5).replace("", ".", 3))
print("abc".translate({97: "X", 98: None, 99: 100}), "abc".translate({}), "abc".translate({97: "long", 98: "", 99: 0x1F600}))
print("hello".translate(str.maketrans("helo", "HELO")), "hello".translate(str.maketrans("el", "ip", "o")), str.maketrans({"a": 1, 98: "q"}), str.maketrans("", "", "xyz"))
print("abc".translate("0123456789" * 20), "abc".translate(["x"] * 98 + [None]))
t(str.maketrans, "ab", "c")
t(str.maketrans, "a")
t(str.maketrans, {"ab": 1})
t(str.maketrans, {1.5: 1})
t(str.maketrans, "a", 1)
t(str.maketrans, "a", "b", 3)
t(str.maketrans)
t("abc".translate)
t("abc".translate, None)
t("abc".translate, {97: 1.5})
t("abc".translate, {97: 0x110000})
t("abc".translate, {97: -1})
t("abc".translate, 5)


class Map:
    def __getitem__(self, k):
        if k == 98:
            raise LookupError
        if k == 99:
            return None
        return chr(k).upper() * 2


print("abcd".translate(Map()))


class Bad:
    def __getitem__(self, k):
        raise ValueError("no %d" % k)


t("abc".translate, Bad())


class D(dict):
    def __missing__(self, k):
        return "<%d>" % k


print("aé".translate(D()), "aé".translate(D({97: "A"})))
