# Classic algorithms over lists, dicts and tuples: sieve, search, sorting, graphs, dynamic programming.

def bisect(a, x):
    lo, hi = 0, len(a)
    while lo < hi:
        m = (lo + hi) // 2
        lo, hi = (m + 1, hi) if a[m] < x else (lo, m)
    return lo


a = [1, 3, 3, 5, 8]
print([bisect(a, x) for x in range(10)])


def quicksort(v):
    return v if len(v) < 2 else quicksort([x for x in v[1:] if x < v[0]]) + [v[0]] + quicksort([x for x in v[1:] if x >= v[0]])


def merge_sort(v):
    if len(v) < 2:
        return v
    m = len(v) // 2
    x, y, out = merge_sort(v[:m]), merge_sort(v[m:]), []
    while x and y:
        out.append((x if x[0] <= y[0] else y).pop(0))
    return out + x + y


def heap_sort(v):
    h, out = [], []
    for x in v:
        h.append(x); i = len(h) - 1
        while i and h[(i - 1) // 2] > h[i]:
            h[i], h[(i - 1) // 2] = h[(i - 1) // 2], h[i]; i = (i - 1) // 2
    while h:
        out.append(h[0]); h[0] = h[-1]; h.pop(); i = 0
        while (c := 2 * i + 1) < len(h):
            if c + 1 < len(h) and h[c + 1] < h[c]:
                c += 1
            if h[i] <= h[c]:
                break
            h[i], h[c] = h[c], h[i]; i = c
    return out


v = [(i * 7919) % 101 for i in range(60)]
print(quicksort(v) == merge_sort(v) == heap_sort(v) == sorted(v), heap_sort(v)[:8], quicksort(list("hello world"))[-5:])
g = {"a": {"b": 7, "c": 9, "f": 14}, "b": {"a": 7, "c": 10, "d": 15}, "c": {"a": 9, "b": 10, "d": 11, "f": 2}, "d": {"b": 15, "c": 11, "e": 6}, "e": {"d": 6, "f": 9}, "f": {"a": 14, "c": 2, "e": 9}}
dist, prev, todo = {"a": 0}, {}, set(g)
while todo:
    n = min(todo, key=lambda k: (dist.get(k, float("inf")), k)); todo.remove(n)
    for k, w in g[n].items():
        if dist[n] + w < dist.get(k, float("inf")):
            dist[k], prev[k] = dist[n] + w, n
print(dist, prev)
seen, queue, order = {"a"}, ["a"], []
while queue:
    n = queue.pop(0); order.append(n)
    for k in sorted(g[n]):
        if k not in seen:
            seen.add(k); queue.append(k)
print(order)


def lcs(x, y):
    t = [[0] * (len(y) + 1) for _ in range(len(x) + 1)]
    for i, p in enumerate(x):
        for j, q in enumerate(y):
            t[i + 1][j + 1] = t[i][j] + 1 if p == q else max(t[i][j + 1], t[i + 1][j])
    return t[-1][-1]


def edit(x, y):
    row = list(range(len(y) + 1))
    for i, p in enumerate(x, 1):
        old, row[0] = row[0], i
        for j, q in enumerate(y, 1):
            old, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, old + (p != q))
    return row[-1]


print(lcs("AGGTAB", "GXTXAYB"), edit("kitten", "sitting"), edit("", "abc"), lcs("", "a"))
memo = {0: 0, 1: 1}


def fib(n):
    if n not in memo:
        memo[n] = fib(n - 1) + fib(n - 2)
    return memo[n]


print(fib(200), len(memo), [x for x in memo.values()][-1] == fib(200))


def queens(n, row=0, cols=frozenset(), d1=frozenset(), d2=frozenset()):
    return 1 if row == n else sum(queens(n, row + 1, cols | {c}, d1 | {row + c}, d2 | {row - c}) for c in range(n) if c not in cols and row + c not in d1 and row - c not in d2)


def perms(s):
    return [s] if len(s) < 2 else [s[i] + p for i in range(len(s)) for p in perms(s[:i] + s[i + 1:])]


print([queens(n) for n in range(1, 8)], perms("abc"), len(set(perms("aabc"))))
m = [[1, 2], [3, 4]]; mul = lambda x, y: [[sum(p * q for p, q in zip(r, c)) for c in zip(*y)] for r in x]; print(mul(m, m), mul(m, [[1, 0], [0, 1]]) == m, [list(r) for r in zip(*m)], [*map(list, zip(*m[::-1]))])
tri = [[1]]
for _ in range(6):
    tri.append([1, *(x + y for x, y in zip(tri[-1], tri[-1][1:])), 1])
print(tri, [sum(r) for r in tri]); life = {(1, 0), (1, 1), (1, 2)}
for _ in range(3):
    near = {}
    for x, y in life:
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                if dx or dy:
                    near[x + dx, y + dy] = near.get((x + dx, y + dy), 0) + 1
    life = {c for c, n in near.items() if n == 3 or n == 2 and c in life}; print(sorted(life))
