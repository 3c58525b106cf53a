# str.startswith, endswith with tuples and bounds; comparison of strings.

def t(f, *a, **k):
    try:
        print(repr(f(*a, **k)))
    except Exception as e:
        print(type(e).__name__ + ":", e)


s = "prefix-suffix"
for p in ("", "pre", "fix", "suffix", "prefix-suffix", "prefix-suffixx", ("a", "pre"), ("fix", "x"), (), ("",)):
    print(p, s.startswith(p), s.endswith(p), s.startswith(p, 3), s.endswith(p, 3), s.startswith(p, 3, 6), s.endswith(p, 0, 6), s.startswith(p, -6), s.endswith(p, None, -7), s.startswith(p, 100), s.endswith(p, 13), s.startswith(p, 14), s.endswith(p, 14, 20))
t(s.startswith)
t(s.startswith, 1)
t(s.startswith, ["a"])
t(s.startswith, None)
t(s.startswith, ("a", 1))
t(s.startswith, ("pre", 1))
t(s.endswith, b"x")
t(s.endswith, (b"x",))
t(s.endswith, "x", "y")
t(s.endswith, 1.5)
t(s.startswith, "p", 0, 1, 2)
words = ["", "a", "A", "b", "aa", "ab", "é", "z", "Z", "\x00", "a\x00", "α", "😀", "\uffff", "\U00010000", "\ud800"]
print([ascii(x) for x in sorted(words)])
print([ascii(x) for x in sorted(words, reverse=True)])
for a in ("a", "é", "😀", "ab"):
    print([(a < b, a <= b, a == b, a != b, a > b, a >= b) for b in ("a", "é", "😀", "b", "")])
for op in ("<", "<=", ">", ">="):
    for other in (1, None, b"a", ["a"]):
        try:
            print({"<": lambda: "a" < other, "<=": lambda: "a" <= other, ">": lambda: "a" > other, ">=": lambda: "a" >= other}[op]())
        except TypeError as e:
            print(e)
print("a" == 1, "a" != 1, "a" == b"a", "a" is "a", "a" == None, "ab" == "a" + "b")
print(max("abc", "abd", "ab"), min("b", "a", "aa"), max("éa", "ez"), "a" < "b" < "c", "a" < "c" > "b")


class S(str):
    def __eq__(self, o):
        print("S.__eq__", end=" ")
        return str.__eq__(self, o)

    def __lt__(self, o):
        print("S.__lt__", end=" ")
        return str.__lt__(self, o)

    __hash__ = str.__hash__


print(S("a") == "a", "a" == S("a"), S("a") != "a", "b" > S("a"), S("a") < "b", {S("a"): 1}["a"])
