# Subclasses of str: methods return plain str, overriding hooks, use as keys, formatting.

class S(str):
    def __new__(cls, v, tag=None):
        self = super().__new__(cls, v)
        self.tag = tag
        return self

    def __repr__(self):
        return f"S({str.__repr__(self)})"


s = S("héllo", tag=5)
print(s, repr(s), s.tag, len(s), s.upper(), type(s.upper()).__name__, type(s + "x").__name__, type("x" + s).__name__, type(s[1:]).__name__, type(s[0]).__name__, type(str(s)).__name__, str(s) == s, s == "héllo", hash(s) == hash("héllo"), {s: 1}["héllo"], {"héllo": 2}[s], s in {"héllo"}, [s], {s: s}, (s,))
print(f"{s}|{s!r}|{s:>8}|{s!s}", "%s %r" % (s, s), "{} {!r}".format(s, s), s.join(["a", "b"]), "-".join([s, s]), type("".join([s])).__name__, s.replace("l", "L"), s.split("l"), isinstance(s, str), issubclass(S, str), s * 2, s < "z", sorted([S("b"), "a", S("c")]), max(S("a"), S("b")), s.__class__.__name__, s.encode(), int(S("12")), float(S("1.5")), getattr(S, "mro")()[1].__name__)


class Shout(str):
    def __str__(self):
        return "STR"

    def __format__(self, spec):
        return "FMT:" + spec

    def __len__(self):
        return 99

    def __getitem__(self, i):
        return "item"

    def __contains__(self, x):
        return x == "yes"

    def __add__(self, o):
        return "added"

    def __eq__(self, o):
        return True

    def __hash__(self):
        return 7

    def __iter__(self):
        return iter(["it", "er"])


x = Shout("raw")
print(str(x), f"{x}", f"{x:>5}", f"{x!s}", f"{x!r}", "%s" % x, len(x), x[0], x[1:2], "yes" in x, "raw" in x, x + "y", "y" + x, x == 5, x != 5, hash(x), list(x), x.upper(), "".join([x, "b"]), print(x), str.__str__(x), str.__len__(x), [*x], bool(x), x.__repr__(), "{0}".format(x), format(x, "q"))


class Key(str):
    def __eq__(self, o):
        return str.lower(self) == str.lower(o)

    def __hash__(self):
        return hash(str.lower(self))


d = {Key("ABC"): 1}
print(d[Key("abc")], Key("x") == Key("X"), Key("abc") in d, d.get("ABC"), len({Key("a"), Key("A"), Key("b")}))


class Meta(str):
    __slots__ = ()


m = Meta("q")
try:
    m.attr = 1
except AttributeError as e:
    print(e)
try:
    S()
except TypeError as e:
    print(e)
print(S.__doc__, Meta("z").title(), type(Meta("a").__add__("b")).__name__, str.__new__(S, "w").__class__.__name__)
