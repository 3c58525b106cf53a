# containers
d = {"b": 1, "a": 2, 3: "x", (1, 2): None}
print(d, list(d), list(d.items()), d.get("zz"), d.get("zz", 0), "a" in d, len(d), d.pop("b"), d.setdefault("n", []), d)
d.update(a=5, q=6); d |= {"r": 7}; print(d, d | {1: 2}, {**d, "z": 1}, dict(zip("ab", "cd")), dict.fromkeys("ab", 0), d == dict(d), d.keys() & {"a", "zz"}, d.items() - {("a", 5)} if False else sorted(map(str, d.keys())))
for k in list(d): del d[k]
print(d, bool(d)); d[1] = 1; d[2] = 2
try:
    for k in d: d[k + 10] = 1
except RuntimeError as e: print(e)
try: d["nope"]
except KeyError as e: print(repr(e))
print(list(reversed({"a": 1, "b": 2})), {1: "a", True: "b", 1.0: "c"}, {i: i * i for i in range(5)}, sorted({"b": 1, "a": 2}.items(), key=lambda t: t[1]))
l = [5, 3, 8]; l.append(1); l.extend([9, 9]); l.insert(0, 7); l.remove(9); print(l, l.pop(), l.pop(0), l.index(8), l.count(3), l[::-1], l[1:3], l[-1], l * 2, l + [1], 3 in l)
l.sort(); print(l); l.reverse(); print(l, l.copy() == l, l is l.copy()); l[1:2] = [10, 11, 12]; print(l); l[::2] = [0] * len(l[::2]); print(l); del l[1:3]; print(l); l.clear(); print(l)
a = [1, 2]; a += (3, 4); b = a; b.append(5); print(a, [1, 2] < [1, 3], [1] == [1.0], [[]] * 2, [1, [2, [3]]])
a = [1]; a.append(a); print(a); dd = {}; dd["s"] = dd; print(dd)
t = (1, 2, 3); print(t + (4,), t * 2, t[1], t.index(2), t.count(1), (1,), (), hash(t) == hash((1, 2, 3)), t < (1, 2, 4), 1 in t)
s = {3, 1, 2}; s.add(5); s.discard(9); print(s, s | {7}, s & {1, 2}, s - {1}, s ^ {1, 9}, s <= {1, 2, 3, 5, 6}, s.issuperset({1}), s.isdisjoint({8}), len(s), {1, 2} == {2, 1}, frozenset([1, 2]), set("a"), set())
s.update([10, 11], {12}); s -= {10}; s.remove(11); print(sorted(s), s.pop() in (1, 2, 3, 5, 12), {x for x in range(20)}, set(range(0, 100, 7)), {-1, -2, 5, 1000, 33})
try: s.remove(99)
except KeyError as e: print(e)
r = range(1, 20, 3); print(r, list(r), len(r), r[2], r[-1], 7 in r, 8 in r, r.index(7), r[1:3], list(reversed(r)), range(5) == range(0, 5), range(10**30, 10**30 + 3)[1], list(range(5, 0, -2)), r.start, r.stop, r.step, bool(range(0)))
print(slice(1, 5, 2).indices(4), [0, 1, 2, 3, 4, 5][slice(1, 5, 2)], list(range(10))[-3:], list(range(10))[:-7:-1], "abcdef"[10:], "abc"[-10:2])
a, *b = "xyz"; print(a, b); *a, b = [1, 2, 3]; print(a, b); (a, b), c = (1, 2), 3; print(a, b, c); [x, y] = 1, 2; x, y = y, x; print(x, y)
for bad in ("a, b = 1, 2, 3", "a, b = [1]", "a, *b, c = [1]", "a, b = 5"):
    try:
        if bad[-1] == "3": a, b = 1, 2, 3
        elif bad == "a, b = [1]": a, b = [1]
        elif "*" in bad: a, *b, c = [1]
        else: a, b = 5
    except (ValueError, TypeError) as e: print(e)
def f(*args, **kw): return args, kw
print(f(*[1, 2], 3, *"ab", x=1, **{"y": 2}), f(*range(3)), [*range(3), *"ab"], {*[1, 2], 3}, (*[1], 2), {**{"a": 1}, **{"a": 2}})
try: f(**{"a": 1}, **{"a": 2})
except TypeError as e: print(e)
try: f(**{1: 2})
except TypeError as e: print(e)
it = iter([1, 2, 3]); print(next(it), list(it), next(it, "default")); print(list(zip(*[(1, 2), (3, 4)])), list(zip([1, 2], "ab", strict=True)))
try: list(zip([1], [1, 2], strict=True))
except ValueError as e: print(e)
print([[i * j for j in range(3)] for i in range(3)], [x for x in range(10) if x % 2 if x > 3], [(x, y) for x in range(2) for y in "ab"], {k: [v] for k, v in {"a": 1}.items()}, list(x * 2 for x in range(3)), sum(x for x in range(5)))
print(sorted([("b", 2), ("a", 2), ("c", 1)], key=lambda t: (t[1], t[0])), sorted(["B", "a", "C"], key=str.lower), min([3, 1], default=0), max([], default="d"), sorted({3: 1, 1: 2}), list(map(lambda a, b: a + b, [1, 2], [3, 4])), list(iter(lambda c=[0]: c.__setitem__(0, c[0] + 1) or c[0], 4)))
q = [3, 1, 2]; q2 = sorted(q); print(q, q2, q.sort(key=lambda x: -x), q); print([1, 2, 3].__len__(), (1).__add__(2), "a".__contains__("a"), [].__class__)
