# Insertion order of dicts through deletion, re-insertion, growth, update and merging.

d = {}
for i in range(20):
    d[i * 7 % 20] = i
print(d)
for k in (0, 7, 14):
    del d[k]
d[7] = "again"; d[1] = "kept place"; print(d, list(d.values())[-1])
for i in range(200):
    d[i] = i
for i in range(0, 200, 3):
    d.pop(i, None)
print(list(d)[:15], list(d)[-5:], len(d), next(iter(d)), next(reversed(d)))
d[0] = 0; print(list(d)[-1], d.popitem(), list(d)[-1])
a = {"x": 1, "y": 2}
b = {"y": 20, "z": 30}
print(a | b, b | a, {**a, **b}, {**b, **a}, dict(a, **b), dict(b, x=0), dict([*a.items(), *b.items()]), a, b)
a.update(b); print(a); a |= {"w": 0, "x": 9}; print(a, list(reversed(a)), list(reversed(a.items())))
c = dict(sorted(a.items())); print(c, c == a, list(c) == list(a), dict(sorted(a.items(), key=lambda p: -p[1])))
m = {1: "int", 1.0: "float", True: "bool"}; print(m, list(m), type(next(iter(m))).__name__); m[0], m[False], m[0.0] = "a", "b", "c"; print(m)
keys = ["b", "a", "c", "a", "b"]; print(dict.fromkeys(keys), list(dict.fromkeys(keys)), {k: i for i, k in enumerate(keys)}, list({k: 0 for k in reversed(keys)}))


class C:
    z = 1
    a = 2

    def __init__(self):
        self.q = 1
        self.b = 2
        self.a = 3


o = C(); o.b = 5; del o.q; o.q = 6; print(vars(o), [n for n in vars(C) if not n.startswith("_")], list(o.__dict__)); o.__dict__["b2"] = 1; print(vars(o), o.b2); del o.__dict__["b"]; print(list(vars(o)))


def kw(**k):
    return list(k), k


print(kw(z=1, a=2, **{"m": 3, "b": 4}), kw(**dict(reversed(kw(p=1, q=2)[1].items()))))
e = {}
for i in range(1000):
    e[i] = i
    if i >= 10:
        del e[i - 10]
print(list(e), len(e)); e.clear(); e["after"] = 1; print(e)
f = {k: None for k in "hello"}; f.pop("h"); f["h"] = 1; del f["l"]; f["l"] = 2; print(f, "".join(f)); g = f.copy(); g["e"] = 0; del g["o"]; print(g, f, list(g) == list(f))
it = iter(f); next(it); f["e"] = "same size"; print(next(it), list(it))
h = {(i, j): i * j for i in range(3) for j in range(2)}; print(h, max(h, key=h.get), min(h), sum(h.values()), [k for k, v in h.items() if v], {v: k for k, v in h.items()})
print(list({3: 0, 1: 0, 2: 0}), {"b": 1, "a": 2}.popitem(), list({"k": 1, **{"j": 2}, "i": 3, **{"k": 4}}), list({None: 1, ...: 2, int: 3}.values()))
