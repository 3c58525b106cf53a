# dict: construction, lookup, update forms, order, equality, errors, missing keys.

def t(f, *a, **k):
    try:
        print(repr(f(*a, **k)))
    except Exception as e:
        print(type(e).__name__ + ":", e)


print(dict(), dict(a=1, b=2), dict([("x", 1), ["y", 2], "zw"]), dict({1: 2}, c=3), dict(zip("ab", range(2))), {**{"a": 1}, "b": 2, **{"a": 3}}, {1: "a", 1.0: "b", True: "c"}, dict(iter([(1, 2)])))
d = {"a": 1, "b": 2}
for f in (lambda: d["z"], lambda: d[[]], lambda: d[{}], lambda: {[]: 1}, lambda: [] in d, lambda: d.get([]), lambda: dict(5), lambda: dict([1]), lambda: dict([(1,)]), lambda: dict([(1, 2, 3)]), lambda: dict(["abc"]), lambda: dict(1, 2), lambda: dict(None), lambda: d.pop("z"), lambda: d.pop(), lambda: d.pop("z", 1, 2), lambda: {}.popitem(), lambda: d.get(), lambda: d.setdefault(), lambda: d.update(5), lambda: d.update([1]), lambda: d.update(1, 2), lambda: d.update(["a"]), lambda: d | 5, lambda: d | [("a", 1)], lambda: 5 | d, lambda: d + d, lambda: d < d, lambda: hash(d), lambda: d.fromkeys(), lambda: d.fromkeys(5), lambda: dict(**{1: 2}), lambda: d.copy(1), lambda: d.get(1, 2, 3), lambda: d.clear(1), lambda: dict(**5), lambda: {**[1]}, lambda: d[1:2], lambda: d.keys(1), lambda: d.nope):
    t(f)
print(d.get("a"), d.get("z"), d.get("z", 9), d.setdefault("a", 7), d.setdefault("c"), d.setdefault("e", [])) or d["e"].append(1)
print(d, len(d), "a" in d, "q" not in d, list(d), d.pop("c"), d.pop("zz", None), d.popitem(), d)
d.update({"b": 20}, k=1); d.update([("l", 2)]); d.update(m=3); d.update(); print(d)
d |= {"a": 100}; d |= [("n", 5), "op"]; print(d, d | {"z": 0}, {"z": 0} | d)
del d["a"]; d["a"] = "moved"; print(list(d), d)


def delitem(k):
    del d[k]


t(delitem, "none")
t(delitem, [])
print(dict.fromkeys("abc"), dict.fromkeys([1, 2], 0), dict.fromkeys(range(3), []), {}.fromkeys((), 1))
print({1: 2} == {1.0: 2.0}, {1: 2} != {1: 3}, {"a": 1, "b": 2} == {"b": 2, "a": 1}, {} == [], {1: {2: 3}} == {1: {2: 3}})
e = {}
e["self"] = e
print(e, {"k": e}, [e])
print({None: 1, (): 2, 1.5: 3, "s": 4, b"b": 5, True: 6, frozenset(): 7, ...: 8})
c = d.copy(); c["new"] = 1; print("new" in d, c == d, d is d.copy())
big = {i: i * i for i in range(1000)}
for i in range(0, 1000, 2):
    del big[i]
for i in range(0, 1000, 4):
    big[i] = -i
print(len(big), list(big)[:5], list(big)[-5:], sum(big), sum(big.values()), big[999], big.get(998), big[996])
while big:
    k, v = big.popitem()
print(k, v, big)
for mutate in (lambda x: x.__setitem__("new", 1), lambda x: x.pop("b"), lambda x: x.clear(), lambda x: x.__setitem__("a", 5)):
    x = {"a": 1, "b": 2, "c": 3}
    try:
        for k in x:
            print(k, end=" ")
            mutate(x)
    except RuntimeError as ex:
        print(ex, end=" ")
    print(x)


class M(dict):
    def __missing__(self, k):
        return "missing " + str(k)


m = M(a=1)
print(m["a"], m["zz"], m.get("zz"), "zz" in m, m, repr(m), type(m.copy()).__name__, type(m | {}).__name__, type(M.fromkeys("a")).__name__, m == {"a": 1})


class K:
    def keys(self):
        return ["p", "q"]

    def __getitem__(self, k):
        return k * 2


print(dict(K()), {**K()}, dict(K(), r=1)); d.update(K()); print(d)
d.clear(); print(d, bool(d), reversed({1: 2, 3: 4}).__next__(), list(reversed({1: 2, 3: 4})))
