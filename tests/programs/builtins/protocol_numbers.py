"""Built-in functions asked of classes with their dunders: conversions, rounding, hashing, formatting, comparison, iteration, length hints."""

import math


class N:
    def __init__(self, v):
        self.v = v

    def __int__(self):
        return self.v

    def __index__(self):
        return self.v

    def __float__(self):
        return self.v / 2

    def __complex__(self):
        return complex(self.v, 1)

    def __round__(self, n=None):
        return ("round", self.v, n)

    def __trunc__(self):
        return self.v - 1

    def __floor__(self):
        return ("floor", self.v)

    def __ceil__(self):
        return ("ceil", self.v)

    def __abs__(self):
        return ("abs", self.v)

    def __pos__(self):
        return ("pos", self.v)

    def __neg__(self):
        return ("neg", self.v)

    def __invert__(self):
        return ("inv", self.v)

    def __bool__(self):
        return self.v > 2

    def __hash__(self):
        return self.v

    def __eq__(self, o):
        return self.v == getattr(o, "v", o)

    def __format__(self, spec):
        return f"<{self.v}:{spec}>"

    def __str__(self):
        return f"str{self.v}"

    def __repr__(self):
        return f"N({self.v})"

    def __bytes__(self):
        return b"bytes%d" % self.v

    def __divmod__(self, o):
        return ("divmod", o)

    def __length_hint__(self):
        return 10

    def __sizeof__(self):
        return 100

    def __dir__(self):
        return ["b", "a", 3 and "c"]


n = N(3)
print(int(n), float(n), complex(n), round(n), round(n, 2), math.trunc(n), math.floor(n), math.ceil(n), abs(n), +n, -n, ~n, bool(n), not n, bool(N(1)))
print(hex(n), oct(n), bin(n), chr(N(65)), [10, 20, 30, 40][n], "abcdef"[n], range(n), list(range(0, 9, n)), "ab" * n, [0] * N(2), bytes(N(4)), bytes(n))
print(hash(n), n == 3, 3 == n, n != 4, {n: 1}[N(3)], {3: "int"}[n], n in [1, 2, 3], [1, 3].index(n), (n, 3).count(3), {3, n}, n in {3})
print(f"{n}", f"{n:>5}", f"{n!r:>6}", f"{n!s}", "{:x}".format(n), format(n), format(n, "abc"), "%s %r %d %i %x %c" % (n, n, n, n, n, n), "%5.1f" % n)
print(divmod(n, 7), pow(2, n) if False else "no pow", dir(n), sum([1, 2], N(3)) if False else "no sum", math.sqrt(N(18)), math.gcd(N(12), 18), math.factorial(n), math.comb(N(5), 2), math.isqrt(N(17)))
print(int("12", N(5)), int(b"11", 2), "a-b-c".split("-", N(1)), "abc".center(N(7), "*"), [1, 2, 3, 4][N(1):N(3)], (1).__add__(2), (5).to_bytes(N(2), "big"))


class Only:
    """One dunder at a time."""


def only(**methods):
    return type("Only", (), methods)()


CASES = {
    "int of index": lambda: int(only(__index__=lambda s: 7)),
    "int of trunc": lambda: int(only(__trunc__=lambda s: 8)),
    "float of index": lambda: float(only(__index__=lambda s: 9)),
    "complex of float": lambda: complex(only(__float__=lambda s: 1.5)),
    "complex of index": lambda: complex(only(__index__=lambda s: 2)),
    "bool of len": lambda: (bool(only(__len__=lambda s: 0)), bool(only(__len__=lambda s: 5))),
    "iter of getitem": lambda: list(only(__getitem__=lambda s, i: [10, 20, 30][i])),
    "in of getitem": lambda: 20 in only(__getitem__=lambda s, i: [10, 20, 30][i]),
    "in of iter": lambda: 2 in only(__iter__=lambda s: iter([1, 2])),
    "reversed of sequence": lambda: list(reversed(only(__len__=lambda s: 3, __getitem__=lambda s, i: i * i))),
    "reversed": lambda: reversed(only(__reversed__=lambda s: "own")),
    "int bad": lambda: int(only(__int__=lambda s: "x")),
    "int bool": lambda: int(only(__int__=lambda s: True)),
    "index bad": lambda: [1][only(__index__=lambda s: 1.0)],
    "float bad": lambda: float(only(__float__=lambda s: 1)),
    "str bad": lambda: str(only(__str__=lambda s: 1)),
    "repr bad": lambda: repr(only(__repr__=lambda s: None)),
    "hash bad": lambda: hash(only(__hash__=lambda s: "x")),
    "hash big": lambda: hash(only(__hash__=lambda s: 2**70)) == hash(2**70),
    "hash -1": lambda: hash(only(__hash__=lambda s: -1)),
    "bool bad": lambda: bool(only(__bool__=lambda s: 1)),
    "len bad": lambda: len(only(__len__=lambda s: -1)),
    "len big": lambda: len(only(__len__=lambda s: 2**63)),
    "len float": lambda: len(only(__len__=lambda s: 1.0)),
    "format bad": lambda: format(only(__format__=lambda s, f: 1)),
    "bytes bad": lambda: bytes(only(__bytes__=lambda s: "x")),
    "iter bad": lambda: iter(only(__iter__=lambda s: 3)),
    "next bad": lambda: next(only(__iter__=lambda s: s)),
    "contains": lambda: 1 in only(__contains__=lambda s, x: "truthy"),
    "no index": lambda: [1]["0"],
    "no len": lambda: len(only()),
    "no iter": lambda: iter(only()),
    "no call": lambda: only()(),
    "no hash": lambda: hash(only(__eq__=lambda s, o: True)),
    "no abs": lambda: abs(only()),
    "no round": lambda: round(only()),
    "no format": lambda: format(only(), "x"),
    "no order": lambda: only() < only(),
    "no reversed": lambda: reversed(only()),
    "none hash": lambda: hash(only(__hash__=None)),
    "none iter": lambda: iter(only(__iter__=None, __getitem__=lambda s, i: 1)),
    "none contains": lambda: 1 in only(__contains__=None, __iter__=lambda s: iter([1])),
    "none add": lambda: only(__add__=None) + 1,
    "sorted partial": lambda: sorted([only(__lt__=lambda s, o: o.k < s.k, k=i) for i in range(3)], key=lambda x: x)[0].k,
    "max": lambda: max(only(__gt__=lambda s, o: True, name="a"), only(__gt__=lambda s, o: True, name="b")).name,
    "enumerate": lambda: list(enumerate("ab", only(__index__=lambda s: 2**65))),
    "zip strict": lambda: list(zip([1, 2], "abc", strict=True)),
    "zip strict other": lambda: list(zip([1, 2, 3], "ab", strict=True)),
    "iter sentinel": lambda: list(iter(iter([1, 2, 0, 3]).__next__, 0)),
    "map": lambda: list(map(pow, [2, 3], [3, 2])),
    "filter": lambda: list(filter(only(__call__=lambda s, x: x > 1), [1, 2, 3])),
    "sum strings": lambda: sum(["a", "b"], ""),
    "all any": lambda: (all([]), any([]), all([1, 0]), any([0, 2])),
    "isinstance tuple": lambda: (isinstance(1, (str, (int, float))), issubclass(bool, (str, int)), isinstance(True, int | str)),
    "isinstance bad": lambda: isinstance(1, [int]),
    "getattr default": lambda: (getattr(3, "real"), getattr(3, "nope", None), hasattr(3, "imag")),
    "setattr bad": lambda: setattr(3, "x", 1),
    "delattr bad": lambda: delattr(only(), "x"),
    "ord": lambda: (ord("é"), ord(b"a"), chr(0x10FFFF)),
    "ord bad": lambda: ord("ab"),
    "chr bad": lambda: chr(-1),
    "round half": lambda: (round(2.5), round(-2.5), round(2.675, 2), round(1234, -2), round(True)),
    "divmod": lambda: (divmod(-7, 3), divmod(7, -3), divmod(-7.5, 2)),
    "pow three": lambda: (pow(3, 5, 7), pow(3, -1, 7), pow(2.0, 3)),
    "pow bad": lambda: pow(2, 3.0, 5),
    "slice": lambda: slice(1, 10, 3).indices(5),
    "callable": lambda: (callable(len), callable(only(__call__=1)), callable(only())),
    "vars bad": lambda: vars(3),
    "id": lambda: id(None) == id(None),
    "ascii": lambda: ascii("é\n€\U0001f600'"),
}
for name, f in CASES.items():
    try:
        print(f"{name}: {f()!r}")
    except Exception as e:
        print(f"{name}: {type(e).__name__}: {e}")
