# min, max, sum, any, all, abs, round, divmod, pow.

def t(f, *a, **k):
    try:
        print(repr(f(*a, **k)))
    except Exception as e:
        print(type(e).__name__ + ":", e)


print(max(1, 2), max([3, 1]), min("b", "a"), max("ab", "b", key=len), min([[2], [1, 1]], key=len), max([], default=5), min((), default=None), max([1], default=9), max(1, 1.0), max(1.0, 1), min(True, 1), max({1: 2, 3: 0}), max("a", "é", "z"), max([1, 5, 5.0]), min(x for x in [3, 1]), max((1, 2), (1, 3)), max(-0.0, 0.0), max(1, 2, 3, key=lambda x: -x), min([], default=[]), max("abc", key=None))
for f in (lambda: max(), lambda: max(5), lambda: max([]), lambda: min(()), lambda: max(1, "a"), lambda: max([1, None]), lambda: max(1, 2, default=3), lambda: max([1], key=5), lambda: max([1, 2], foo=1), lambda: min(1, 2, key=lambda: 0), lambda: max(None), lambda: max(1j, 2j), lambda: min({}, {}), lambda: max(key=len), lambda: sum(), lambda: sum(5), lambda: sum(["a"]), lambda: sum(["a"], ""), lambda: sum([b"a"], b""), lambda: sum([[1]], ()), lambda: sum([1], 2, 3), lambda: sum([None]), lambda: sum([bytearray()], bytearray()), lambda: any(5), lambda: any(), lambda: all(None), lambda: all(1, 2), lambda: abs("a"), lambda: abs(), lambda: abs(None), lambda: round("a"), lambda: round(), lambda: round(1.5, "a"), lambda: round(1.5, 1.0), lambda: round(1j), lambda: round(float("nan")), lambda: round(float("inf")), lambda: round(None, 1), lambda: divmod(1, 0), lambda: divmod(1.0, 0), lambda: divmod("a", 1), lambda: divmod(1), lambda: divmod(1j, 2), lambda: pow(2), lambda: pow("a", 2), lambda: pow(2, -1, 4), lambda: pow(2, 3, 0), lambda: pow(2.0, 3, 5), lambda: pow(2, 3, 4.0), lambda: pow(0, -1), lambda: pow(0.0, -1), lambda: pow(2, "a"), lambda: pow(1j, 2, 3), lambda: 0j ** -1, lambda: pow(2, None), lambda: pow(2, 3, mod="a")):
    t(f)
print(sum([]), sum([1, 2.5]), sum([0.1] * 10), sum([[1], [2]], []), sum(range(5), 100), sum([True, True]), sum([1, 2 ** 70]), sum([1j, 2]), sum({1: 5, 2: 6}), sum((x for x in range(4)), start=-1), sum([(1,)], ()), sum([0.1, 0.2, 0.3]), sum([1e308, 1e308]), sum([2 ** 62, 2 ** 62, -2 ** 63]), sum([1, 0.5, 2 ** 64]), sum([-0.0]), sum([-0.0], -0.0))
print(any([]), all([]), any([0, "", None]), any([0, 1]), all([1, "a"]), all([1, 0]), any(x > 2 for x in [1, 2, 3]), all({}), any({0: 1}), all("a"), any(iter([0, [0]])))
print(abs(-5), abs(5), abs(-2.5), abs(-0.0), abs(3 + 4j), abs(True), abs(-2 ** 70), abs(float("-inf")), abs(-2 ** 62), abs(float("nan")))
print([round(x) for x in (0.5, 1.5, 2.5, -0.5, -1.5, 0.49999999999999994, 2.675, 1e20, -0.2, 5, True, 4503599627370497.5, 1e16)], [round(2.675, n) for n in (0, 1, 2, 3, 20, -1, 400, -400)], [round(12345, n) for n in (0, 2, -1, -2, -3, -5, -6)], [round(x, -1) for x in (5, 15, 25, -5, -15, 14, 16, 10 ** 20 + 5)], round(1.5, None), round(-0.0, 1), round(1e308, -308), round(1.25, 1), round(1.35, 1), round(0.15, 1), round(1e-7, 7), round(True, 1), round(5e-324, 323))
print(divmod(7, 2), divmod(-7, 2), divmod(7, -2), divmod(7.5, 2), divmod(-7.5, 2), divmod(2 ** 70, 3), divmod(True, 2), divmod(1e300, 1e-300), divmod(-0.0, 1), divmod(5, float("inf")), divmod(-5, float("inf")), divmod(0, -5), divmod(-1, 10 ** 20))
print(pow(2, 10), pow(2, -1), pow(2, 0.5), pow(-8, 1 / 3), pow(3, 200, 13), pow(3, -1, 7), pow(-3, 3, 7), pow(3, 3, -7), pow(2, 100), pow(0, 0), pow(0.0, 0), pow(base=2, exp=3), pow(2, 3, mod=5), pow(1j, 2), pow(10, 30, 10 ** 9 + 7), pow(2, 5, 1), pow(2, -2, 9), pow(True, 5), pow(-2, 63), pow(5, 0, 1), pow(2 ** 70, 3, 2 ** 69 - 1))


class R:
    def __round__(self, n="none"):
        return ("round", n)

    def __abs__(self):
        return "abs"

    def __divmod__(self, o):
        return ("divmod", o)

    def __rdivmod__(self, o):
        return ("rdivmod", o)

    def __pow__(self, o, m=None):
        return ("pow", o, m)

    def __rpow__(self, o, m=None):
        return ("rpow", o, m)

    def __radd__(self, o):
        return ("radd", o)


r = R()
print(round(r), round(r, 2), round(r, None), abs(r), divmod(r, 1), divmod(2, r), pow(r, 2), pow(r, 2, 3), pow(2, r), 2 ** r, r ** 5, sum([r]))
