"""Chains, groups, products and running sums of itertools over some million items."""
from itertools import accumulate, chain, combinations, groupby, islice, permutations, product, repeat, starmap, zip_longest


def chained(n):
    return sum(chain.from_iterable([i, i + 1, i + 2] for i in range(n)))


def grouped(n):
    return sum(len(list(group)) * key for key, group in groupby(range(n), key=lambda x: x // 10))


def chosen():
    pairs = sum(a * b for a, b in combinations(range(900), 2))
    orders = sum(1 for _ in permutations(range(9)))
    return pairs, orders, sum(a + b + c for a, b, c in product(range(100), repeat=3))


def walked(n):
    sums = islice(accumulate(range(n)), 10, None, 7)
    longer = sum(a + b for a, b in zip_longest(range(n), range(n // 2), fillvalue=1))
    return sum(sums), longer, sum(starmap(pow, zip(range(n), repeat(2))))


print(chained(1000000), grouped(1000000), chosen(), walked(1000000))
