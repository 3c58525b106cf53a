# functools and operator: reduce, partial, singledispatch, wraps, cached_property, total_ordering
from functools import cache, cached_property, cmp_to_key, lru_cache, partial, partialmethod, reduce, singledispatch, singledispatchmethod, total_ordering, wraps
import operator as op
from collections.abc import Mapping, Sequence
from fractions import Fraction


@singledispatch
def describe(value):
    return f"something {value!r}"


@describe.register
def _(value: int):
    return f"int {value:+d}"


@describe.register
def _(value: bool):
    return f"bool {value}".lower()


@describe.register(Sequence)
def _(value):
    return "sequence of " + ", ".join(map(describe, value)) if not isinstance(value, str) else f"text {value}"


@describe.register
def _(value: Mapping | set):
    return f"{type(value).__name__} of {len(value)}"


@describe.register
def fraction(value: Fraction):
    return f"{value.numerator} over {value.denominator}"


for value in (3, True, [1, "a", (False,)], {"k": 1}, {1, 2}, None, Fraction(3, 6), 2.5):
    print(describe(value))


@total_ordering
class Version:
    def __init__(self, text):
        self.parts = tuple(map(int, text.split(".")))

    def __eq__(self, other):
        return self.parts == other.parts if isinstance(other, Version) else NotImplemented

    def __lt__(self, other):
        return self.parts < other.parts if isinstance(other, Version) else NotImplemented

    @cached_property
    def text(self):
        print("computed")
        return ".".join(map(str, self.parts))

    @singledispatchmethod
    def bump(self, by):
        raise TypeError(f"cannot bump by {by!r}")

    @bump.register
    def _(self, by: int):
        return Version(".".join(map(str, self.parts[:-1] + (self.parts[-1] + by,))))

    @bump.register
    def _(self, by: str):
        return self.bump(len(by))

    def shifted(self, by, sign):
        return self.bump(by * sign)

    up = partialmethod(shifted, sign=1)
    down = partialmethod(shifted, sign=-1)


a, b = Version("1.2.3"), Version("1.10")
print(a < b, a >= b, a <= a, a != b, max(a, b).text, b.text, a.bump(4).text, a.bump("xy").text, a.up(1).parts, a.down(2).parts)
for bad in (lambda: a.bump(1.5), lambda: a < 3, lambda: describe()):
    try:
        bad()
    except TypeError as error:
        print(error)


def counted(function):
    @wraps(function)
    def wrapper(*args, **kwargs):
        wrapper.calls += 1
        return function(*args, **kwargs)
    wrapper.calls = 0
    return wrapper


@lru_cache(maxsize=3)
@counted
def square(n, *, plus=0):
    """Squares."""
    return n * n + plus


print([square(n) for n in (1, 2, 3, 1, 4, 2)], square(2, plus=1), square.cache_info(), square.__wrapped__.calls, square.__name__, square.__doc__)
square.cache_clear()
print(square.cache_info(), square.cache_parameters())


@cache
def ways(n):
    return 1 if n < 2 else ways(n - 1) + ways(n - 2)


print(ways(90), ways.cache_info().currsize)
print(reduce(op.mul, range(1, 11)), reduce(lambda acc, w: {**acc, w: acc.get(w, 0) + 1}, "a b a".split(), {}), reduce(op.add, [], "none"))
hexa = partial(int, base=16)
print(hexa("ff"), hexa.func, hexa.args, hexa.keywords, partial(partial(print, 1), 2, sep="-").args)
print(sorted(["b10", "a2", "c1"], key=cmp_to_key(lambda x, y: int(x[1:]) - int(y[1:]))))
print(op.itemgetter(0, 2)("xyz"), op.attrgetter("parts", "__class__.__name__")(a), op.methodcaller("split", ",")("p,q"), op.concat([1], [2]), op.length_hint(iter([1, 2])))
compose = lambda *fs: reduce(lambda f, g: lambda x: g(f(x)), fs)
print(compose(str.strip, str.title, partial(str.replace, "a-b"), len) is not None, compose(str.strip, str.title)("  ada lovelace "))
try:
    reduce(op.add, [])
except TypeError as error:
    print(error)
