"""Every iterator of itertools: results, reduce, state, errors."""
import itertools
from itertools import (accumulate, chain, combinations, combinations_with_replacement, compress, count, cycle, dropwhile,
                       filterfalse, groupby, islice, pairwise, permutations, product, repeat, starmap, takewhile, tee,
                       zip_longest)


def attempt(f, *args, **kw):
    try:
        print(f(*args, **kw))
    except Exception as e:
        print(type(e).__name__, e)


print(list(islice(count(), 3)), list(islice(count(10, 3), 3)), list(islice(count(1.5, 0.5), 3)))
print(count(), count(5), count(5, 2), count(2 ** 62), count(-3), count(1.0), count(3, True))
c = count(2 ** 61 - 2)
print([next(c) for _ in range(4)], c)
print(count(3).__reduce__()[1], count(3, 4).__reduce__()[1], count(2 ** 70).__reduce__()[1])
attempt(count, "a")
attempt(count, 1, 2, 3)
attempt(count, 1, stop=4)

print(list(islice(cycle("abc"), 7)), list(cycle("")))
cy = cycle("abc")
next(cy)
r = cy.__reduce__()
print(r[0].__name__, list(r[2][0]), r[2][1])
attempt(cy.__setstate__, (1,))
attempt(cycle)
attempt(cycle, 3)
attempt(cycle, [1], x=2)
print(list(repeat(1, 3)), list(repeat("x", -1)), repeat(4), repeat("a", 2), repeat(object="z", times=1))
print(repeat(1, 5).__length_hint__(), repeat(1, 5).__reduce__()[1])
attempt(repeat(1).__length_hint__)
attempt(repeat)
attempt(repeat, 1, "x")

print(list(dropwhile(lambda x: x < 3, [1, 2, 3, 1])), list(takewhile(lambda x: x < 3, [1, 2, 3, 1])))
print(list(filterfalse(None, [0, 1, "", "a"])), list(filterfalse(lambda x: x % 2, range(6))))
print(list(starmap(pow, [(2, 3), [3, 2], iter((4, 1))])), list(compress("abcdef", [1, 0, 1, 0, 1])))
attempt(list, starmap(pow, [5]))
attempt(starmap, pow)
attempt(compress, "a")
print(list(compress(selectors=[1], data="z")))
d = dropwhile(lambda x: x < 3, iter([1, 5, 2]))
next(d)
print(d.__reduce__()[2])


def stops(x):
    if x == 3:
        raise StopIteration
    return True


print(list(takewhile(stops, [1, 2, 3, 4])), list(filter(stops, [1, 3, 4])), list(dropwhile(stops, [1, 2, 3, 4])))

print(list(chain("ab", [1], ())), list(chain.from_iterable([[1, 2], (3,)])), list(chain()))
attempt(list, chain([1], 2))
attempt(chain, a=1)
ch = chain("ab", "cd")
next(ch)
r = ch.__reduce__()
print(r[1], [list(x) for x in r[2]][1:])
attempt(ch.__setstate__, ())
attempt(ch.__setstate__, (1,))
print(list(zip_longest("abc", [1], fillvalue="-")), list(zip_longest()), list(zip_longest("ab", "c")))
attempt(zip_longest, "a", fill=1)
print(list(pairwise("abcd")), list(pairwise("a")), list(accumulate([1, 2, 3])), list(accumulate([], initial=5)))
print(list(accumulate([3, 1, 4], max)), list(accumulate("abc", initial="x")), list(accumulate([1, 2], None, initial=None)))
attempt(accumulate, [1], max, 3)
attempt(list, accumulate([1, "a"]))
a = accumulate([1, 2, 3])
next(a)
next(a)
print(a.__reduce__()[2])

print(list(islice("abcdef", 2)), list(islice("abcdef", 1, None, 2)), list(islice("abcdef", 1, 5)), list(islice("ab", 0)))
for args in ((-1,), ("a",), (1, -2), (0, 1, 0), (0, 1, "x"), (2 ** 70,), ("a", 3), ()):
    attempt(lambda: islice("abc", *args))
i = islice(iter(range(10)), 2, 9, 3)
print(next(i), i.__reduce__()[1][1:], i.__reduce__()[2], list(i), i.__reduce__()[1][1:])

print([(k, list(g)) for k, g in groupby("aabbbca")], [(k, list(g)) for k, g in groupby([1, 3, 2], key=lambda x: x % 2)])
gs = list(groupby("aabb"))
print([list(g) for k, g in gs])
g = groupby("aab")
k, first = next(g)
print(k, next(first), first.__reduce__()[1][1], next(g)[0], list(first))
attempt(groupby)
x, y, z = tee("abc", 3)
print(next(x), list(x), list(y), list(z), tee([], 0))
p, q = tee(range(200))
print(sum(p), sum(q), type(p).__name__, type(p))
p, q = tee(iter(range(5)))
next(p)
print(list(p.__copy__()), list(q), list(p))
attempt(tee, [1], -1)
attempt(tee, 5)

print(list(product("ab", [1, 2])), list(product()), list(product("ab", repeat=2)), list(product("ab", "")), list(product("a", repeat=0)))
print(list(combinations("abcd", 2)), list(combinations("ab", 3)), list(combinations("ab", 0)))
print(list(combinations_with_replacement("abc", 2)), list(combinations_with_replacement("", 1)), list(combinations_with_replacement("", 0)))
print(list(permutations("abc")), list(permutations("abc", 2)), list(permutations("ab", 3)), list(permutations("ab", 0)))
for f, a in ((product, ("ab", "cd")), (combinations, ("abcd", 2)), (combinations_with_replacement, ("abc", 2)), (permutations, ("abc", 2))):
    it = f(*a)
    print(it.__reduce__()[1:])
    next(it)
    next(it)
    s = it.__reduce__()
    print(s[1:])
    again = s[0](*s[1])
    again.__setstate__(s[2])
    rest = list(it)
    print(rest == list(again), it.__reduce__()[1:])
attempt(combinations, "abc", -1)
attempt(combinations, "abc")
attempt(permutations, "abc", "x")
attempt(permutations, "abc", -1)
attempt(product, "a", repeat=-1)
attempt(product, "a", rep=1)
attempt(combinations("abc", 2).__setstate__, (1,))


class Sub(count):
    def __init__(self, *args, extra=0):
        self.extra = extra


s = Sub(3)
s.more = 5
print(next(s), s.extra, s.more, s)
print(sum(1 for _ in permutations(range(6))), sum(map(sum, product(range(5), repeat=4))))
print(itertools.chain, itertools.count.__module__, itertools.__name__)
