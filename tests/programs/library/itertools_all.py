# itertools: what each iterator gives, its errors, copies of it half way, odd sources.
import itertools
from itertools import *
def show(it, n=12):
    out = []
    try:
        for x in islice(it, n): out.append(x)
    except Exception as e: out.append((type(e).__name__, str(e)))
    return out
def rebuilt(it):
    made = it.__reduce__()
    new = made[0](*made[1])
    if len(made) > 2 and made[2] is not None: new.__setstate__(made[2])
    return new
def tries(*fs):
    for f in fs:
        try: print(f())
        except Exception as e: print(type(e).__name__, e)
print(show(count()), show(count(5)), show(count(2.5, 0.5), 4), show(count(-3, -2), 4), show(count(2**60-1), 3), count(3), count(1, 2), count(1.5), count(step=3), count(2**70))
print(show(cycle('abc')), show(cycle([])), show(repeat(7), 3), show(repeat('x', 2)), show(repeat(1, times=0)), show(repeat(1, -5)), repeat(3), repeat('a', 4), repeat([], times=2))
print(show(chain('ab', [1], (), {2: 3})), show(chain.from_iterable(['ab', 'cd'])), show(chain()), show(chain('a', 5)))
for a in [(5,), (2, 5), (2, None), (0, 7, 3), (1, None, 2), (None, 3), (None, None, None), (0,), (3, 1)]:
    print(a, list(islice(range(8), *a)))
tries(lambda: islice(range(3), -1), lambda: islice([], 1, -1), lambda: islice([], 1, 2, 0), lambda: islice([], 'a'), lambda: islice([], 1, 2, 'a'), lambda: islice([]), lambda: islice([], 1, 2, 3, 4), lambda: islice(5, 1), lambda: islice([], 2**70))
print(list(zip_longest('abc', [1], fillvalue='-')), list(zip_longest()), list(zip_longest('ab', 'abcd', 'x')), list(pairwise('abcd')), list(pairwise('a')), list(pairwise('')))
tries(lambda: zip_longest(fill=1), lambda: zip_longest(1), lambda: pairwise(), lambda: pairwise(1), lambda: pairwise(x=1))
print(list(takewhile(lambda x: x < 3, [1, 2, 3, 1])), list(dropwhile(lambda x: x < 3, [1, 2, 3, 1])), list(filterfalse(None, [0, 1, '', 2])), list(filterfalse(lambda x: x % 2, range(6))), list(compress('abcdef', [1, 0, 1, 0, 1])), list(starmap(pow, [(2, 3), [3, 2]])))
print(list(accumulate([1, 2, 3])), list(accumulate([1, 2, 3], lambda a, b: a * b)), list(accumulate([1, 2], initial=10)), list(accumulate([], initial=None)), list(accumulate('abc')), list(accumulate([3, 1, 4], max)), list(accumulate([[1], [2]])))
tries(lambda: list(accumulate([1, 'a'])), lambda: accumulate(), lambda: accumulate([], 1, 2, 3), lambda: takewhile(1), lambda: list(takewhile(1, [1])), lambda: list(starmap(pow, [1])), lambda: compress([1]), lambda: compress(data=[1], selectors=[1], x=2), lambda: starmap(f=1))
for k, g in groupby('AAABBCDAA'): print(k, list(g), end=' ')
print()
print([(k, list(g)) for k, g in groupby(range(10), lambda x: x // 3)], [k for k, g in groupby([1, 1.0, True, 2])])
it = groupby('AAB'); k1, g1 = next(it); k2, g2 = next(it); print(k1, list(g1), k2, list(g2), list(it))
it = groupby('AAB'); k1, g1 = next(it); print(next(g1)); k2, g2 = next(it); print(k2, list(g1), list(g2))
a, b, c = tee('abcdef', 3); print(next(a), next(a), next(b), list(c), list(a), list(b)); print(tee([], 0), len(tee('x', 1)))
x, = tee(range(200), 1); y = x.__copy__(); print(sum(x), sum(y)); p, q = tee(y); print(list(p))
tries(lambda: tee([1], -1), lambda: tee(), lambda: tee(1), lambda: tee([], 1, 2))
print(list(product('ab', [1, 2])), list(product([0, 1], repeat=2)), list(product()), list(product('ab', [])), list(product('ab', repeat=0)), len(list(product(range(3), repeat=4))))
print(list(permutations('abc')), list(permutations([1, 2, 3], 2)), list(permutations('ab', 3)), list(permutations([])), list(permutations('abc', 0)))
print(list(combinations('abcd', 2)), list(combinations([1], 2)), list(combinations('abc', 0)), list(combinations_with_replacement('abc', 2)), list(combinations_with_replacement([], 2)), list(combinations_with_replacement([], 0)))
tries(lambda: product([], repeat=-1), lambda: product([], repeat='a'), lambda: product(x=1), lambda: product(1), lambda: permutations([], 'a'), lambda: permutations([], -1), lambda: permutations(), lambda: combinations([1]), lambda: combinations([], -1), lambda: combinations(r=1), lambda: combinations_with_replacement([], -1), lambda: combinations([1], 1.5))
made = [count(3), count(2.5, 1), cycle('abc'), repeat(5, 9), chain('ab', 'cd', 'ef'), islice(range(20), 2, 18, 3), takewhile(bool, [1, 1, 0, 1]), dropwhile(bool, [1, 0, 1]), filterfalse(None, [0, 0, 1, 0]), compress('abcd', [1, 1, 0, 1]), starmap(divmod, [(7, 2), (9, 4), (5, 5)]), accumulate([1, 2, 3, 4]), accumulate([1, 2], initial=5), zip_longest('abc', 'x'), product('ab', '123'), permutations('abcd', 3), combinations('abcde', 3), combinations_with_replacement('abc', 3)]
for it in made:
    taken = [next(it), next(it)]
    r = it.__reduce__()
    print(type(it).__name__, taken, r[0] is type(it), len(r), show(rebuilt(it), 4), show(it, 4))
for cls in [count, cycle, chain, groupby, tee, product]: print(cls.__name__, getattr(cls, '__module__', None), repr(cls)[:40])
class C(chain):
    def __init__(self, *a, **k): self.k = k
c = C('ab', x=1); print(list(c), c.k, chain[int])
class Changing:
    def __init__(self): self.n = 0
    def __iter__(self): return self
    def __next__(self):
        self.n += 1
        if self.n > 3: raise StopIteration
        return self.n
src = Changing(); print(list(islice(src, 2)), list(src), list(chain(src, [1])))
def bad():
    yield 1
    raise ValueError('bad')
tries(lambda: list(chain(bad(), [2])), lambda: list(zip_longest(bad(), 'abc')), lambda: list(product(bad())), lambda: list(cycle(bad())))
print(sorted(n for n in dir(itertools) if not n.startswith('__')))
print(list(zip(count(), 'ab')), sum(1 for _ in repeat(None, 1000)), repeat(1, 3).__length_hint__())
tries(lambda: repeat(1).__length_hint__(), lambda: count('a'), lambda: cycle(), lambda: cycle(1), lambda: repeat(), lambda: groupby(), lambda: list(groupby([1], 3)))
