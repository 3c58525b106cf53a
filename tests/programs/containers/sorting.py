# list.sort and sorted: stability, key, reverse, errors, mutation during sort, large patterned inputs.

def t(f, *a, **k):
    try:
        print(repr(f(*a, **k)))
    except Exception as e:
        print(type(e).__name__ + ":", e)


a = [3, 1, 2]
print(sorted(a), a, a.sort(), a, sorted(a, reverse=True), sorted("hello"), sorted({3: 1, 1: 2}), sorted([]), sorted([1]), sorted((True, 0, 2, 0.5)), sorted(["b", "A", "a", "B"], key=str.lower), sorted(["bb", "a", "ccc"], key=len, reverse=True), sorted([(1, "b"), (0, "z"), (1, "a")]), sorted("b a C".split(), key=None))
recs = [(i % 5, i) for i in range(20)]
print(sorted(recs, key=lambda r: r[0]), sorted(recs, key=lambda r: r[0], reverse=True), sorted(recs, key=lambda r: -r[0])[:5])
for f in (lambda: sorted([1, "a"]), lambda: sorted([None, None]), lambda: sorted(5), lambda: sorted([1], 2), lambda: [1].sort(1), lambda: sorted([1], key=5), lambda: sorted([1, 2], foo=1), lambda: sorted(), lambda: sorted([1, 2], key=lambda: 0), lambda: [3, 1].sort(key=lambda x: 1 / (x - 1)), lambda: sorted([1j, 2j]), lambda: sorted([[1], (1,)]), lambda: sorted([1], reverse="yes"), lambda: sorted([1, 2], reverse=None), lambda: sorted([{}, {}]), lambda: sorted(["a", b"b"]), lambda: sorted([1.5, "x", None]), lambda: sorted([(1, 2), (1, "a")]), lambda: sorted(key=len), lambda: sorted(iterable=[1])):
    t(f)


class C:
    count = 0

    def __init__(self, v, tag=""):
        self.v, self.tag = v, tag

    def __lt__(self, o):
        C.count += 1
        return self.v < o.v

    def __repr__(self):
        return f"{self.v}{self.tag}"


print(sorted([C(2), C(1), C(2, "b"), C(1, "b")]), C.count, sorted([C(2), C(1), C(2, "b"), C(1, "b")], reverse=True), min(C(2), C(1)), [C(1, "x"), C(1, "y")] and sorted([C(1, "x"), C(1, "y")], reverse=True))
seed = 12345


def rnd():
    global seed
    seed = (seed * 1103515245 + 12345) % 2147483648
    return seed


for n in (10, 63, 64, 65, 100, 1000, 3000):
    r = [rnd() % (n * 2) for _ in range(n)]
    pats = [r, sorted(r), sorted(r)[::-1], [x % 5 for x in r], sorted(r[:n // 2]) + sorted(r[n // 2:]), list(range(n)) + [0], [float(x) / 3 for x in r], [str(x) for x in r], [(x % 7, str(x)) for x in r], [x * 10 ** 20 for x in r], [x if x % 2 else float(x) for x in r], list(range(n, 0, -1)) * 2]
    for p in pats:
        q = list(p)
        q.sort()
        assert all(not q[i + 1] < q[i] for i in range(len(q) - 1)) and len(q) == len(p)
        z = sorted(p, reverse=True)
        assert all(not z[i] < z[i + 1] for i in range(len(z) - 1))
        k = sorted(range(len(p)), key=p.__getitem__)
        assert [p[i] for i in k] == q and all(p[k[i]] != p[k[i + 1]] or k[i] < k[i + 1] for i in range(len(k) - 1))
    C.count = 0
    sorted([C(x) for x in r])
    c1 = C.count
    sorted([C(x) for x in sorted(r)])
    print(n, c1, C.count - c1)
l = [3, 1, 2]


def bad(x):
    l.append(x)
    return x


try:
    l.sort(key=bad)
except ValueError as e:
    print(e, l)
l = [5, 4, 3]
try:
    l.sort(key=lambda x: 1 / (x - 4))
except ZeroDivisionError as e:
    print(e, l)
l = [1, 2, 3]
print(l.sort(key=lambda x: len(l)), l)
nan = float("nan")
print(sorted([3.0, nan, 1.0, 2.0]), sorted([nan, 1]), sorted([2, 1, nan, 0]))
