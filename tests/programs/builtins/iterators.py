# zip, map, filter, enumerate, reversed, iter and next: results, laziness, errors, strictness.

def t(f, *a, **k):
    try:
        print(repr(f(*a, **k)))
    except Exception as e:
        print(type(e).__name__ + ":", e)


print(list(zip()), list(zip("ab")), list(zip("abc", range(2))), list(zip([1], [2], [3])), list(zip("ab", [1, 2], strict=True)), dict(zip("ab", (1, 2))), list(zip(*[(1, 2), (3, 4)])), list(zip("", "a")))
for f in (lambda: list(zip("ab", "a", strict=True)), lambda: list(zip("a", "ab", strict=True)), lambda: list(zip("a", "a", "ab", strict=True)), lambda: list(zip("ab", "ab", "a", strict=True)), lambda: zip(5), lambda: zip([], 5), lambda: zip([], foo=1), lambda: list(zip(strict=True)), lambda: map(), lambda: map(len), lambda: map(len, 5), lambda: list(map(5, [1])), lambda: list(map(lambda a, b: a, [1])), lambda: list(map(len, [1])), lambda: filter(None), lambda: filter(None, 5), lambda: list(filter(5, [1])), lambda: filter(), lambda: enumerate(), lambda: enumerate(5), lambda: enumerate([], "a"), lambda: enumerate([1], 1, 2), lambda: reversed(5), lambda: reversed({1}), lambda: reversed(iter([])), lambda: reversed(), lambda: iter(5), lambda: iter(), lambda: iter([], 1), lambda: iter(5, 1), lambda: next([]), lambda: next(iter([])), lambda: next(iter([]), "d"), lambda: next(), lambda: next(iter([1]), 1, 2), lambda: enumerate([1], start=1.5), lambda: list(enumerate(iterable="a", start=5)), lambda: enumerate(foo=1), lambda: reversed(x=1), lambda: list(map(str, [1], key=2))):
    t(f)
print(list(map(lambda a, b: a + b, [1, 2, 3], [10, 20])), list(map(str, range(3))), list(map(None.__class__, [])), list(map(max, "abc", "bca")), list(map(int, "123")), [*map(lambda *a: a, "ab", "cd", "ef")])
print(list(filter(None, [0, 1, "", "a", [], [0], None])), list(filter(lambda x: x % 2, range(6))), list(filter(str.isdigit, "a1b2")), list(filter(bool, [[], [1]])))
print(list(enumerate("ab")), list(enumerate("ab", 5)), list(enumerate("ab", start=-1)), list(enumerate("a", 10 ** 20)), list(enumerate("ab", 2 ** 63 - 1)), list(reversed([1, 2])), list(reversed("ab")), list(reversed((1, 2))), list(reversed(range(3))), list(reversed({1: 2, 3: 4})))
log = []


def src(name, n):
    for i in range(n):
        log.append(name + str(i))
        yield i
    log.append(name + "end")


z = zip(src("a", 2), src("b", 1))
print(list(z), log, list(z)); log.clear()
z = zip(src("a", 1), src("b", 2)); print(list(z), log); log.clear()
m = map(lambda x: log.append("f%d" % x) or x * 2, src("s", 3)); print(log, next(m), log, list(m), log); log.clear()
f = filter(lambda x: log.append("p%d" % x) or x > 0, src("s", 3)); print(next(f), log, list(f)); log.clear()
e = enumerate(src("e", 2)); print(next(e), log, list(e), log)
n = iter([1, 2, 3, 0, 4]); print(list(iter(lambda: next(n), 0)), list(n))
it = iter(lambda: 5, 5); print(list(it), type(it).__name__)
q = [1, 2, 3]; print(list(iter(q.pop, 1)), q)


class Seq:
    def __getitem__(self, i):
        if i >= 3:
            raise IndexError
        return i * i

    def __len__(self):
        return 3


class Rev(Seq):
    def __reversed__(self):
        return "custom"


class NoIter:
    __iter__ = None


class BadIter:
    def __iter__(self):
        return 5


print(list(Seq()), list(reversed(Seq())), reversed(Rev()), list(zip(Seq(), Seq())), 4 in Seq(), 5 in Seq(), sum(Seq()), max(Seq()), [*Seq()], sorted(Seq(), reverse=True))
t(iter, NoIter())
t(iter, BadIter())
t(lambda: [*BadIter()])
t(lambda: 1 in NoIter())
t(lambda: 5 in BadIter())
i = iter("ab"); print(iter(i) is i, next(i), list(i), next(i, None), type(iter("a")).__name__, type(iter("é")).__name__, type(zip()).__name__, type(iter(b"")).__name__, type(iter({})).__name__, type(iter(())).__name__)
g = (x for x in (1, 0, 2))
t(lambda: [10 // x for x in g])
t(lambda: list(map(lambda x: 10 // x, [1, 0, 2])))
for i, (a, b) in enumerate(zip("ab", "cd"), 1):
    print(i, a, b, end="; ")
print()


def stopper(x):
    if x == 2:
        raise StopIteration
    return x


print(list(map(stopper, [1, 2, 3])), list(filter(lambda x: x < 2 or next(iter([])), [1, 2, 3])))
