# Sequence protocol on user classes: __getitem__ loops, __contains__, __reversed__, __index__, slices and negative steps.

class Seq:
    def __init__(self, *v):
        self.v = list(v)

    def __len__(self):
        return len(self.v)

    def __getitem__(self, i):
        if isinstance(i, slice):
            return Seq(*self.v[i])
        if isinstance(i, tuple):
            return tuple(self[j] for j in i)
        return self.v[i]

    def __setitem__(self, i, x):
        self.v[i] = x

    def __delitem__(self, i):
        del self.v[i]

    def __repr__(self):
        return f"Seq{tuple(self.v)}"


s = Seq(1, 2, 3, 4)
print(list(s), s[0], s[-1], s[1:], s[::-1], s[0, 2], 3 in s, 9 in s, len(s), [*reversed(s)], list(zip(s, s[1:])), sum(s), max(s), sorted(s, reverse=True), bool(Seq()), bool(s), dict(enumerate(s)), [x * 2 for x in s], tuple(s), set(s), *s)
s[0] = 10; s[1:3] = [7, 8, 9]; del s[-1]; s[0] += 5; s[-1] *= 2; print(s)
a, *b = s; print(a, b); del s[:]; print(s, list(s))
for f in (lambda: s[0], lambda: s["x"], lambda: iter(s).__next__(), lambda: reversed(s).__next__(), lambda: s.index(1)):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


class Count:
    def __getitem__(self, i):
        print("get", i, end=";")
        if i == 3:
            raise IndexError("end")
        return i


print(list(Count()), 1 in Count(), [x for x in Count()])


class Stop:
    def __getitem__(self, i):
        if i == 2:
            raise StopIteration
        return i


class Err:
    def __getitem__(self, i):
        if i == 2:
            raise KeyError(i)
        return i


print(list(Stop()))
try:
    print(list(Err()))
except KeyError as e:
    print("KeyError", e)


class It:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return self

    def __next__(self):
        self.n -= 1
        if self.n < 0:
            raise StopIteration("finished", self.n)
        return self.n

    def __length_hint__(self):
        return 10


i = It(3); print(next(i), list(i), next(i, "d"), list(It(2)), sum(It(4)), 2 in It(3), max(It(5)), tuple(It(2)), sorted(It(3)), dict(zip("ab", It(5))), [*It(2), *It(1)], list(map(lambda x, y: x - y, It(3), It(2))))
try:
    next(i)
except StopIteration as e:
    print(e.args, e.value)
a, b = It(2); print(a, b)


class Hint(It):
    def __length_hint__(self):
        return -1


class Hint2(It):
    def __length_hint__(self):
        return "x"


class Hint3(It):
    def __length_hint__(self):
        return NotImplemented


for c in (Hint, Hint2, Hint3):
    try:
        print(list(c(2)))
    except (ValueError, TypeError) as e:
        print(type(e).__name__, e)


class Con:
    def __contains__(self, x):
        return [] if x == 1 else "yes"


class ConErr:
    def __contains__(self, x):
        raise OSError(x)


class NoCon:
    __contains__ = None

    def __iter__(self):
        return iter([1])


print(1 in Con(), 2 in Con(), 1 not in Con())
for f in (lambda: 1 in ConErr(), lambda: 1 in NoCon(), lambda: 1 in 5, lambda: 1 in None, lambda: list(NoCon())):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
