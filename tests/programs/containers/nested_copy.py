# Nested structures: aliasing, shallow and manual deep copies, equality, recursion in repr.

a = [[1, 2], {"k": [3]}, (4, [5])]
b = a[:]; c = list(a); d = a.copy(); e = [*a]
b[0].append("shared"); b[1]["k"].append("too"); b[2][1].append("in tuple"); b.append("own")
print(a, b, c == d == e, len(a), len(b), a[0] is b[0])


def deep(x):
    if isinstance(x, list):
        return [deep(i) for i in x]
    if isinstance(x, tuple):
        return tuple(deep(i) for i in x)
    if isinstance(x, dict):
        return {k: deep(v) for k, v in x.items()}
    if isinstance(x, set):
        return {i for i in x}
    return x


f = deep(a); f[0][0] = "changed"; f[1]["new"] = 1; print(a, f, a == f, deep(a) == a)
grid = [[0] * 3] * 2; grid[0][0] = 1; print(grid); grid = [[0] * 3 for _ in range(2)]; grid[0][0] = 1; print(grid)
r = []; r.append(r); d = {}; d["d"] = d; d["l"] = [d]; q = ([],); q[0].append(q); s = [{}]; s[0]["up"] = s
print(r, d, q, s, str(r), f"{d}", [r, r], {"x": r})
x = y = []; x += [1]; y = y + [2]; print(x, y, x is y); x = y = (); x += (1,); print(x, y)


def acc(v, box=[], *, m={}):
    box.append(v); m[v] = len(box)
    return box, m


print(acc(1), acc(2), acc(3, []), acc(4)); print(acc.__defaults__, acc.__kwdefaults__)
n = {"a": {"b": {"c": [1, {"d": (2, [3])}]}}}
print(n["a"]["b"]["c"][1]["d"][1][0]); n["a"]["b"]["c"][1]["d"][1][0] += 10; n["a"]["b"]["c"][1]["e"] = n["a"]["b"]["c"][:1]; print(n); n["a"]["z"], n["a"]["b"] = n["a"]["b"], None; print(n)


def flatten(v):
    for i in v:
        if isinstance(i, (list, tuple, set)):
            yield from flatten(i)
        elif isinstance(i, dict):
            yield from flatten(i.values())
        else:
            yield i


print(list(flatten([1, [2, (3, [4, {5}]), {"a": 6, "b": [7]}], [[[]]], "89"])))
print([1, [2, 3]] < [1, [2, 4]], [[1], 2] == [[1.0], 2.0], {"a": [1]} == {"a": [1]}, ([1], {2: 3}) == ([1], {2: 3}), [[]] == [()], [{1, 2}] == [{2, 1}], [None, [None]] == [None, [None]])
t = [1, 2, 3]; t[t[0]] = t; print(t); m = [3, 1, 2]; m[m[1]], m[0] = "A", "B"; print(m); i = 0; i, m[i] = 2, "C"; print(m, i); m[0], m[1], m[2] = m[2], m[0], m[1]; print(m)
it = [iter("abc")] * 3; print(list(zip(*it))); it = iter(range(10)); print(list(zip(it, it))); g = [lambda i=i: i for i in range(3)]; print([h() for h in g])
groups = {}
for w in "apple avocado banana blueberry cherry apricot".split():
    groups.setdefault(w[0], []).append(w)
print(groups, {k: len(v) for k, v in groups.items()}, sorted(groups.items(), key=lambda kv: (-len(kv[1]), kv[0])), {v: k for k, vs in groups.items() for v in vs})
