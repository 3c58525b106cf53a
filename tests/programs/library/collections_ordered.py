"""OrderedDict and defaultdict: order at both ends, views, changes during iteration, subclasses, comparison."""
from _collections import OrderedDict, defaultdict, _count_elements, _tuplegetter


def attempt(f, *args, **kw):
    try:
        print(f(*args, **kw))
    except Exception as e:
        print(type(e).__name__, e)


od = OrderedDict([("a", 1), ("b", 2), ("c", 3)])
od.move_to_end("a")
od.move_to_end("c", last=False)
print(od, list(od), list(reversed(od)), list(od.keys()), list(od.values()), list(od.items()), len(od))
attempt(od.move_to_end, "q")
print(od.popitem(), od.popitem(last=False), od)
attempt(OrderedDict().popitem)
od.update(x=1, y=2)
od["b"] = 5
print(od.pop("x"), od.pop("x", None), od)
attempt(od.pop, "x")
print(od.setdefault("b"), od.setdefault("n"), od.setdefault("m", 3), od)
print(od == dict(od), od == OrderedDict(reversed(od.items())), od != OrderedDict(od), dict(od) == od)
print(OrderedDict.fromkeys("ab"), OrderedDict.fromkeys("ab", 1), od.copy(), od | {"z": 1}, {"q": 1} | od)
od |= [("r", 1)]
print(od, repr(OrderedDict()), od.keys(), od.values(), od.items())
print(list(reversed(od.keys())), list(reversed(od.values())), list(reversed(od.items())))
attempt(OrderedDict, 1, 2)
attempt(OrderedDict, [1])
attempt(OrderedDict, [(1,)])
attempt(OrderedDict, [(1, 2, 3)])
attempt(hash, od)
try:
    for k in od:
        od.move_to_end("b")
except RuntimeError as e:
    print(e)
try:
    for k in od:
        od[k + "x"] = 1
except RuntimeError as e:
    print(e)
it = iter(OrderedDict.fromkeys("abc"))
next(it)
print(it.__reduce__()[1], list(it), type(it).__name__, type(od.keys()).__name__, od.keys() & {"b"})
q = OrderedDict()
for i in range(5000):
    q[i] = i
    if i % 2:
        q.popitem(last=False)
    if i % 7 == 0:
        q.move_to_end(next(reversed(q)), last=False)
    if i % 5 == 0:
        q.move_to_end(next(iter(q)))
print(len(q), list(q)[:8], list(q)[-8:], sum(q.values()))
w = OrderedDict.fromkeys(range(6))
for k in (3, 0, 1):
    w.move_to_end(k, last=False)
    del w[next(reversed(w))]
    print(list(w), list(reversed(w)))
w.clear()
w["new"] = 1
print(w, w.__reduce__()[:4])


class Loud(OrderedDict):
    def __setitem__(self, k, v):
        print("set", k)
        super().__setitem__(k, v)

    def __getitem__(self, k):
        return ("got", super().__getitem__(k))


x = Loud(a=1)
x.update(b=2)
x.attribute = 3
print(x, x.pop("a"), x.copy(), x.attribute, vars(x), x.setdefault("c", 4))
r = OrderedDict()
r["self"] = r
print(r)

dd = defaultdict(list, {"k": [1]}, z=[2])
dd["n"].append(5)
print(dd, dd["k"], dd.default_factory, dd.get("none"), "none" in dd, len(dd))
print(dd.copy(), type(dd.copy()).__name__, dd | {"u": 1}, {"u": 1} | dd, dd == dict(dd))
counts = defaultdict(int)
for ch in "mississippi":
    counts[ch] += 1
print(counts, sorted(counts.items()))
attempt(defaultdict(None).__getitem__, "x")
attempt(defaultdict, 3)
attempt(defaultdict, list, 1, 2)
attempt(defaultdict(lambda: 1 / 0).__getitem__, 3)
dd.default_factory = None
attempt(lambda: dd["missing"])
del dd.default_factory
print(dd.default_factory, dd.__reduce__()[:2], defaultdict(int).__reduce__()[:4], defaultdict(int, a=1).__missing__("q"))


class D2(defaultdict):
    def __missing__(self, key):
        return key * 2


print(D2()["ab"], D2(int, a=1))
rec = defaultdict()
rec.default_factory = rec.copy
c = {}
_count_elements(c, "abracadabra")
print(c)
attempt(_count_elements, c, 5)


class Point(tuple):
    x = _tuplegetter(0, "the first")
    y = _tuplegetter(1, "the second")


p = Point((3, 4))
print(p.x, p.y, Point.x, Point.y.__doc__)
attempt(setattr, p, "x", 1)
attempt(lambda: Point((1,)).y)
