"""operator: the operators as functions, and what asks for items, attributes and methods."""
import copy
import operator
import pickle


def shown(f, *args, **kw):
    try:
        return f(*args, **kw)
    except Exception as e:
        return f"{type(e).__name__}: {e}"


class Box:
    def __init__(self, **kw):
        self.__dict__.update(kw)

    def both(self, a, b=0, *rest, **kw):
        return (a, b, rest, kw)

    def __getitem__(self, key):
        return ("item", key)


for name in ("add sub mul truediv floordiv mod pow lt le eq ne gt ge is_ is_not and_ or_ xor lshift rshift "
             "iadd isub imul ifloordiv imod ipow iand ior ixor ilshift irshift itruediv matmul imatmul").split():
    f = getattr(operator, name)
    print(name, shown(f, 7, 3), shown(f, 7), shown(f, "a", 1))
for name in "neg pos inv invert abs not_ truth index".split():
    print(name, *(shown(getattr(operator, name), v) for v in (5, -2, True, "x", 2.5)))

print(operator.concat([1], [2]), shown(operator.concat, 1, 2), shown(operator.concat, "a", 1))
a = [1]
b = operator.iconcat(a, [2])
print(a is b, a, shown(operator.iconcat, 1, 2))
print(operator.contains([1, 2], 2), shown(operator.contains, 3, 2))
print(operator.countOf([1, 2, 1, 1.0], 1), shown(operator.countOf, 5, 1))
print(operator.indexOf("abc", "c"), shown(operator.indexOf, [1], 2), shown(operator.indexOf, None, 2))
d = {}
print(operator.setitem(d, "k", 1), d, operator.getitem(d, "k"), operator.delitem(d, "k"), d)
print(operator.length_hint(iter([1, 2])), operator.length_hint(Box(), 7), shown(operator.length_hint, [], "x"))
print(operator.call(dict, [(1, 2)], a=3), shown(operator.call))
print(operator._compare_digest("abc", "abc"), operator._compare_digest(b"abc", b"abd"),
      operator._compare_digest(b"ab", b"abd"), shown(operator._compare_digest, "ä", "ä"),
      shown(operator._compare_digest, 1, b""))

g = operator.itemgetter(1)
print(g, g("abc"), g([4, 5]), g({1: "one"}), g(Box()), shown(g, [0]), shown(g, 5), shown(g), shown(g, 1, a=2))
print(operator.itemgetter(0, -1)("xyz"), operator.itemgetter(slice(1, None))([1, 2, 3]))
print(operator.itemgetter(0, 2), shown(operator.itemgetter), shown(operator.itemgetter, 1, key=2))

x = Box(a=Box(b=Box(c=3)), name="n")
f = operator.attrgetter("a.b.c")
print(f, f(x), operator.attrgetter("name", "a.b.c")(x), shown(f, 3), shown(operator.attrgetter("a.b.d"), 3))
print(shown(operator.attrgetter, 1), shown(operator.attrgetter), shown(operator.attrgetter("name"), 1, 2))
print(shown(operator.attrgetter(""), 1), shown(operator.attrgetter("a."), x), operator.attrgetter("a", "b"))

m = operator.methodcaller("both", 1)
print(m, m(x), operator.methodcaller("both", 1, 2, 3, k=4)(x), operator.methodcaller("upper")("abc"))
print(operator.methodcaller("both", 1, b=[2]), shown(operator.methodcaller), shown(operator.methodcaller, 1))
print(shown(m), shown(m, 1, 2), shown(m, x, k=1), shown(operator.methodcaller("nope"), x))
print(operator.methodcaller("both", *range(20))(x))
print(operator.methodcaller("split", sep=",")("a,b"), operator.methodcaller("both", name=1, a=2)(x))

loop = [1]
r = operator.itemgetter(loop)
loop.append(r)
print(r)
for proto in range(pickle.HIGHEST_PROTOCOL + 1):
    for v, arg in ((g, "abc"), (operator.itemgetter(0, 1), "abc"), (operator.attrgetter("real", "imag"), 5),
                   (operator.methodcaller("split", ","), "a,b"), (operator.methodcaller("split", sep=","), "a,b")):
        w = pickle.loads(pickle.dumps(v, proto))
        print(repr(w) == repr(v), w(arg), copy.copy(v)(arg))
