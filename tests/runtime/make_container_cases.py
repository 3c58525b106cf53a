"""Prints tests/runtime/container_cases.txt: expressions about containers with what CPython 3.11 answers.

Run by /usr/bin/python3.11; the runtime's test reads the lines back. No set of strs: their order follows the seed.
"""
import random

FIXED = """
[3, 1, 2][5]
[3, 1, 2][-4]
[3, 1, 2]['x']
[3, 1, 2][2 ** 70]
[3, 1, 2][slice(None, None, -1)]
[3, 1, 2][slice(5, 1)]
[3, 1, 2][slice(None, None, 0)]
[3, 1, 2][slice('a')]
[1, 2].pop(7)
[].pop()
[1, 2].pop()
[1, 2].pop(0, 1)
[1, 2].remove(3)
[1, 2].index(3)
[1, 2, 1].index(1, 1)
[1, 2, 1].index(1, -1, 10)
[1, 2, 1].count(1)
[1] + (2,)
[1] * 'a'
[1, 2] * 3
[1, 2] * -1
(1, 2) * 2
(1,) + [2]
(1, 2) + ()
[1, 2] < [1, 3]
[1, 2] < [1, 2, 0]
[1, 2] == [1.0, True + 1]
[1] < 5
(1, 2) < (1, 'a')
(2, 2) < (1, 'a')
(1, [2]) == (1, [2])
[[]].index([])
[1, 2].insert('a', 1)
[1, 2].append()
[1, 2].append(1, 2)
[1, 2].sort(1)
[1, 2].sort(x=1)
[1, 'a'].sort()
list(1, 2)
list(5)
tuple(5)
list('abc')
tuple([1, 2])
list(x=1)
tuple(x=1)
(1, 2, 3)[slice(1, None)]
(1, 2, 3)[3]
(1, 2, 3)['a']
(1, 2).index(3)
(1, 2).count()
hash(())
hash((1,))
hash((1, (2, 3), -1))
hash(([],))
hash([])
hash({})
hash(set())
hash(slice(1))
hash(frozenset())
hash(frozenset([1, 2, 3]))
hash(frozenset(range(100)))
hash(range(0)) == hash(range(3, 3))
hash(range(10))
hash(range(0, 10, 3)) == hash(range(0, 11, 3))
range(10)[slice(2, 8, 3)]
range(0, 10, 3)[-1]
range(5)[7]
range(5)['a']
range(1, 2, 0)
range(1.5)
range()
range(1, 2, 3, 4)
range(5).index(7)
range(5).index('a')
range(5).index(3.0)
range(2 ** 70, 2 ** 70 + 5)[2]
list(range(2 ** 70, 2 ** 70 + 2))
list(range(10, 0, -3))
list(reversed(range(2, 20, 5)))
len(range(2 ** 100))
2 ** 70 in range(2 ** 71)
5 in range(0, 10, 5)
5.0 in range(10)
'a' in range(3)
range(5) == range(0, 5, 1)
range(0, 3, 2) == range(0, 4, 2)
range(0) == range(2, 1)
range(3) < range(4)
range(1, 10, 2)
range(10).count(3)
slice(1, 10, 2).indices(5)
slice(None, None, -1).indices(4)
slice(-1, -10, -1).indices(4)
slice(1).indices(-1)
slice(1, 2, 0).indices(3)
slice(2 ** 100).indices(2 ** 101)
slice(3) == slice(None, 3, None)
slice(1, 2) < slice(2)
slice()
slice(1, 2, 3)
list(enumerate('ab', 5))
list(enumerate('ab', start=2 ** 70))
enumerate()
enumerate([], 'a')
enumerate(5)
list(zip('abc', [1, 2]))
list(zip())
list(zip([1], [1, 2], strict=True))
list(zip([1, 2], [1], strict=True))
list(zip([1], [1], [1, 2], strict=True))
list(zip([1, 2], [1, 2], [1], strict=True))
zip([1], x=3)
zip(1)
list(map(str, [1, 2]))
list(map(max, [1, 5], [4, 2, 9]))
map(1)
list(filter(None, [0, 1, '', 2]))
filter(1)
filter(None, 1)
list(reversed([1, 2, 3]))
list(reversed('abc'))
reversed({1})
reversed(5)
list(reversed({1: 2, 3: 4}))
iter(5)
next(5)
next(iter([]))
next(iter([]), 7)
{[]: 1}
{1: 'a', 1.0: 'b'}
{'a': 1}['b']
{'a': 1}.get('b')
{'a': 1}.get('b', 2)
{'a': 1}.get()
{'a': 1}.pop('b')
{'a': 1}.pop('b', None)
{}.popitem()
{'a': 1, 'b': 2}.popitem()
{'a': 1} | {'b': 2}
{'a': 1} | 5
{'a': 1} < {'a': 2}
{'a': 1, 'b': 2} == {'b': 2, 'a': 1}
{'a': 1} != {'a': 1.0}
dict(1)
dict([1])
dict([(1, 2, 3)])
dict([(1, 2)], x=5)
dict({1: 2}, y=3)
dict(['ab', 'cd'])
dict.fromkeys('abc', 0)
dict.fromkeys(5)
{}.update(1, 2)
{}.update(5)
{1: 1}.keys()
{1: 1}.values()
{1: 1}.items()
{1: 1, 2: 2}.keys() & {2: 3}.keys()
{1: 1, 2: 2}.keys() | [5]
{1: 1, 2: 2}.keys() - {2: 3}.keys()
{1: 1, 2: 2}.keys() ^ {2: 3, 4: 1}.keys()
{1: 1, 2: 2}.items() & {2: 2}.items()
{1: 1, 2: 2}.keys() == {1, 2}
{1: 1, 2: 2}.keys() < {1, 2, 3}
{1: 1}.keys() & 5
{1: 1}.keys() + {1: 1}.keys()
{1: 1}.keys().isdisjoint([1])
{1: 1}.items().isdisjoint([(1, 2)])
(1, 1) in {1: 1}.items()
1 in {1: 5}.values()
hash({}.keys())
{1: 2}.keys().mapping
{'a': 1}.keys().mapping['q']
{1} | [1]
{1, 2} | {3}
{1, 2} & {2, 3}
{1, 2} - {2}
{1, 2} ^ {2, 3}
{1} < {1, 2}
{1, 2} >= {1}
{1} == {1.0}
{1} < 5
frozenset([1]) == {1}
frozenset([2, 1]) | {3}
frozenset()
set()
set(1)
set(x=1)
set().pop()
{1}.remove(2)
{1}.remove({1})
{1} in {frozenset([1])}
[] in {1}
{1, 2}.union([3], (4,))
{1, 2, 3}.intersection([1, 2], [2])
{1, 2, 3}.difference([1], [2])
{1, 2}.symmetric_difference([2, 3])
{1}.issubset([1, 2])
{1, 2}.issuperset([1])
{1}.isdisjoint({2})
{1}.union(5)
set().add()
list[int]
list[int] == list[int]
int | None
int | str | None
(int | str) == (str | int)
isinstance(5, int | str)
int[0]
5[0]
1 in 5
'a' in 'a' + 5
sorted([3, 1, 2], reverse=True)
sorted([2.5, 1, 3.0, -1])
sorted(['b', 'a', 'B'])
sorted([(1, 'b'), (1, 'a'), (0, 'z')])
sorted([float('nan'), 2.0, float('nan'), 1.0, 0.5])
sorted([True, 0, 2, -5])
sorted('hello', key=str.upper, reverse=True)
sorted([[2], [1, 5], [1]])
sorted([1, 'a'])
sorted([3, 1], key=5)
""".strip().split("\n")


def sets(rng):
    """Sets whose iteration order depends on every detail of the table."""
    for n in (3, 8, 20, 60, 200, 700):
        a = [rng.randrange(n * 40) for _ in range(n)]
        b = [rng.choice(a) if rng.random() < 0.5 else rng.randrange(-n, n * 40) for _ in range(n // 2)]
        for op in "|&-^":
            yield f"list(set({a}) {op} set({b}))[slice(60)]"
        yield f"list(set({a}).union({b}, {a[:3]}))[slice(60)]"
        yield f"list(set({a}).difference({b}))[slice(60)]"
        yield f"list(set({b}).intersection({a}))[slice(60)]"
        yield f"list(set({a}).symmetric_difference({b}))[slice(60)]"
        yield f"list(frozenset(set({a})))[slice(60)]"
        yield f"list(set(dict.fromkeys({a})))[slice(60)]"
        yield f"hash(frozenset({a}))"
        yield f"set({a}) == set({list(reversed(a))})"
    yield "set([1.5, 2, (1, 2), 2.0, -1, -2, 1e300])"


def sorts(rng):
    for n in (5, 40, 64, 65, 130, 500):
        ints = [rng.randrange(n // 2) for _ in range(n)]
        yield f"sorted({ints})[slice(80)]"
        runs = sorted(ints[: n // 2]) + sorted(ints[n // 2:], reverse=True)
        yield f"sorted({runs}, reverse=True)[slice(80)]"
        pairs = [(i % 7, k) for k, i in enumerate(ints)]
        yield f"sorted({pairs}, key=len)[slice(20)]"
        yield f"sorted({pairs}, reverse=True)[slice(20)]"
        mixed = [rng.choice((i, float(i), i + 0.5)) for i in ints]
        yield f"sorted({mixed})[slice(60)]"
        nans = ", ".join("float('nan')" if rng.random() < 0.2 else repr(float(i)) for i in ints)
        yield f"sorted([{nans}])[slice(60)]"
        texts = [chr(97 + i % 26) * (i % 4) + "\u00e9"[: i % 2] for i in ints]
        yield f"sorted({texts!a})[slice(60)]"


def main():
    rng = random.Random(11)
    import warnings
    warnings.simplefilter("ignore")
    for text in FIXED + list(sets(rng)) + list(sorts(rng)):
        try:
            got = repr(eval(text))
        except Exception as e:
            got = f"{type(e).__name__}: {e}"
        if " at 0x" not in got:
            print(text, "->", got)


main()
