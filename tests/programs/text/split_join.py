# str.split, rsplit, splitlines, partition, rpartition, join.

def t(f, *a, **k):
    try:
        print(repr(f(*a, **k)))
    except Exception as e:
        print(type(e).__name__ + ":", e)


for s in ("", " ", "a", " a ", "a b", "  a  b  c  ", "a,b,,c", ",", ",,", "a\tb\nc\rd\x0be\x0cf\x1cg\x85h\u2003i\xa0j", "a<>b<><>c"):
    print(repr(s), s.split(), s.rsplit(), s.split(","), s.rsplit(","), s.split("<>"), s.rsplit("<>"))
    for n in (-1, 0, 1, 2, 5):
        print(n, s.split(None, n), s.rsplit(None, n), s.split(",", n), s.rsplit(",", n), s.split(maxsplit=n), s.rsplit(sep="<>", maxsplit=n))
for s in ("", "\n", "a\n", "a\nb", "a\r\nb\rc\n\nd", "x\x0by\x0cz\x1c1\x1d2\x1e3\x1f4\x855\u20286\u20297", "\r\n\r\n", "\n\r"):
    print(s.splitlines(), s.splitlines(True), s.splitlines(keepends=0), s.splitlines(keepends=[1]))
for sep in ("=", "==", "x", "é"):
    print("a=b==c".partition(sep), "a=b==c".rpartition(sep), "éa=é".partition(sep), "éa=é".rpartition(sep))
t("a".split, "")
t("a".rsplit, "")
t("a".partition, "")
t("a".rpartition, "")
t("a".split, 1)
t("a".split, b",")
t("a".partition, None)
t("a".partition)
t("a".split, ",", "1")
t("a".split, ",", 1.5)
t("a".split, ",", 1, 2)
t("a".split, foo=1)
t("a".splitlines, "x", "y")
t(",".join, ["a", "b", "c"])
t(",".join, [])
t(",".join, ["x"])
t(",".join, "abc")
t(", ".join, (str(i) for i in range(5)))
t(",".join, {"k": 1, "l": 2})
t(",".join, ["a", 1])
t(",".join, ["a", "b", None])
t(",".join, [b"a"])
t(",".join, 5)
t(",".join)
t("".join, ["é", "a", "😀", "α"])
t("é".join, "ab")
t("😀".join, iter(["a", "b", "c"]))


class S(str):
    pass


x = S("only")
print("".join([x]) == "only", type("".join([x])), type(S("a b").split()[0]), type(S("ab").partition("z")[0]), type(S(",").join([x])))


def gen():
    yield "a"
    raise KeyError("inside")


t(",".join, gen())
