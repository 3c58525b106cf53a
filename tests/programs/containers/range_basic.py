# range: construction, indexing, slicing, membership, comparison, hashing, huge ranges.

def t(f, *a, **k):
    try:
        print(repr(f(*a, **k)))
    except Exception as e:
        print(type(e).__name__ + ":", e)


rs = [range(0), range(5), range(2, 8), range(10, 0, -3), range(0, 10, 3), range(-5, 5, 2), range(5, 5), range(1, 0), range(0, -10, -1), range(True), range(10 ** 20, 10 ** 20 + 5), range(0, 10 ** 30, 10 ** 29), range(10 ** 20, -10 ** 20, -(10 ** 20))]
for r in rs:
    print(r, len(r), list(r), list(reversed(r)), bool(r), r.start, r.stop, r.step, hash(r) == hash(range(r.start, r.stop, r.step)), r[1:], r[::-1], r[-2:], r[:0], r[::2], 4 in r, 4.0 in r, "a" in r, r.count(4), r.count("x"))
    t(lambda: r[0])
    t(lambda: r[-1])
    t(lambda: r[99])
    t(r.index, 4)
for f in (lambda: range(), lambda: range(1, 2, 0), lambda: range("a"), lambda: range(1.0), lambda: range(None), lambda: range(1, 2, 3, 4), lambda: range(1, 2.5), lambda: range(x=1), lambda: range(5)["a"], lambda: range(5)[1.0], lambda: range(5)[::0], lambda: range(5).index("a"), lambda: range(5).index(), lambda: range(5) + range(3), lambda: range(5) < range(6), lambda: range(5) * 2, lambda: len(range(10 ** 30)), lambda: range(10 ** 30)[10 ** 29], lambda: range(10 ** 30)[-1], lambda: range(10 ** 30)[10 ** 31], lambda: range(5)[10 ** 30], lambda: range(5).start.x):
    t(f)


def setstart():
    range(5).start = 1


def setitem():
    range(5)[0] = 1


t(setstart)
t(setitem)
print(range(0) == range(5, 5), range(0, 3, 2) == range(0, 4, 2), range(3) == range(0, 3), range(3) != range(4), range(3) == [0, 1, 2], range(5, 0, 7) == range(0), hash(range(0)) == hash(range(2, 1)), hash(range(0, 3, 2)) == hash(range(0, 4, 2)), {range(3): 1}[range(0, 3)])
print(10 ** 29 in range(0, 10 ** 30, 10 ** 28), 5 in range(10 ** 30), range(10 ** 30).index(10 ** 25), range(2 ** 63 - 2, 2 ** 63 + 2)[3], list(range(2 ** 62 - 1, 2 ** 62 + 2)), list(range(-2 ** 63, -2 ** 63 + 2)), range(10 ** 30)[5:10], range(10 ** 30)[::10 ** 29])
for a in (None, -7, -1, 0, 2, 4, 9):
    for b in (None, -6, -2, 1, 5, 11):
        print([range(5)[a:b:c] for c in (None, 2, -1, -3)], end=" ")
    print()


class I:
    def __index__(self):
        return 4


print(range(I()), range(I(), 10, I()), range(10)[I()], range(10)[I():])
it = iter(range(3))
print(type(it).__name__, next(it), it.__length_hint__(), list(it), next(it, "end"), type(iter(range(10 ** 20))).__name__, type(reversed(range(2))).__name__)
it = iter(range(10 ** 20, 10 ** 20 + 3))
print(next(it), it.__length_hint__(), list(it))
print(sum(range(101)), max(range(5, 50, 7)), min(range(9, 3, -2)), sorted(range(5), key=lambda x: -x), tuple(range(3)), set(range(3)), dict.fromkeys(range(2)), *range(3), repr(range(1, 10, 1)), repr(range(0, 5, 2)), True in range(2), range(3).__contains__(2))


class Eq:
    def __eq__(self, o):
        return o == 3


print(Eq() in range(5), range(5).count(Eq()), range(5).index(Eq()))
i = -1
for i in range(3):
    i = i * 10
print(i)
for i in range(5, 0, -2):
    print(i, end=" ")
else:
    print("else", i)
