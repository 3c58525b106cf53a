# dict views: keys, values, items, set operations, liveness, iteration, reversed, mapping.

def t(f, *a, **k):
    try:
        print(repr(f(*a, **k)))
    except Exception as e:
        print(type(e).__name__ + ":", e)


d = {"a": 1, "b": 2, "c": 3}
k, v, i = d.keys(), d.values(), d.items()
print(k, v, i, len(k), len(v), len(i), list(k), list(v), list(i), type(k).__name__, type(v).__name__, type(i).__name__)
d["d"] = 4
print(k, v, i, "a" in k, 1 in v, ("a", 1) in i, ("a", 2) in i, ("a",) in i, "a" in i, [1] in v, ("z", 1) in i)
t(lambda: [] in k)
t(lambda: ([], 1) in i)
print(sorted(k & {"a", "z"}), sorted(k | {"z"}), sorted(k - {"a"}), sorted(k ^ {"a", "z"}), sorted(k & ["b", "b"]), sorted(k - "ab"), sorted({"a", "q"} - k), sorted({"a", "q"} | k), sorted(["a"] | k), sorted("ax" & k))
print(sorted(i & {("a", 1)}), sorted(i - {("a", 1)}), sorted(i | {("z", 0)}), sorted(i ^ {("a", 1), ("q", 2)}), type(k & k).__name__, type(i | i).__name__)
print(k == {"a", "b", "c", "d"}, k == ["a"], k != {"a"}, k < {"a", "b", "c", "d", "e"}, k <= set("abcd"), k > {"a"}, k >= k, i == {("a", 1), ("b", 2), ("c", 3), ("d", 4)}, v == v, d.values() == d.values(), k == frozenset("abcd"), k == {"a": 9, "b": 9, "c": 9, "d": 9}.keys())
print(k.isdisjoint("xyz"), k.isdisjoint(["a"]), i.isdisjoint([]), i.isdisjoint([("a", 1)]))
t(lambda: k & 5)
t(lambda: k | None)
t(lambda: v & v)
t(lambda: k < ["a"])
t(lambda: hash(k))
t(lambda: hash(v) is not None)
t(lambda: k[0])
t(lambda: k.isdisjoint(5))
t(lambda: {"a": []}.items() & {("a", 1)})
t(lambda: {"a": []}.items() | set())
t(lambda: sorted({"a": []}.keys() | set()))
t(lambda: k + k)
print(list(reversed(k)), list(reversed(v)), list(reversed(i)), k.mapping, type(k.mapping).__name__, v.mapping == d, i.mapping["a"])


def setmap():
    k.mapping["x"] = 1


t(setmap)
it = iter(i)
print(next(it), it.__length_hint__(), list(it), list(it), type(it).__name__, type(iter(k)).__name__, type(iter(v)).__name__, type(reversed(k)).__name__, type(reversed(i)).__name__)
for view in (d.keys, d.values, d.items):
    x = iter(view())
    next(x)
    d["tmp%d" % len(d)] = 0
    t(next, x)
    t(next, x)
x = iter(d)
d.clear()
t(next, x)
print(k, v, i, list(k), not k, bool(d.items()))
r = {}
r["me"] = r.values()
print(r)
r = {1: 2}
for a, b in r.items():
    r[a] = b + 1
print(r, {x: y for y, x in {"p": "q"}.items()}, max({"a": 3, "b": 1}.items(), key=lambda p: p[1]), dict(sorted({"b": 1, "a": 2}.items())), [*{"a": 1}.items()], sum({"a": 3}.values()), min({3: 0, 1: 0}.keys()))
e1, e2 = {"a": 1}.items(), {"a": 1.0}.items()
print(e1 == e2, e1 == {("a", True)}, {}.keys() == set(), {}.items() == {}.keys(), {}.values() == {}.values())
