# Random sorts: keys, reverse, stability, mixed numbers, tuples and str.

seed = 20231


def rnd(n):
    global seed
    seed = (seed * 6364136223846793005 + 1442695040888963407) & 0xFFFFFFFFFFFFFFFF
    return (seed >> 33) % n


def pick(v):
    return v[rnd(len(v))]


check = 0
for n in (0, 1, 2, 5, 17, 40, 130, 500):
    for make in (lambda: rnd(10), lambda: rnd(1000) - 500, lambda: rnd(100) / 7, lambda: pick([rnd(5), rnd(5) + 0.5, True, 2 ** 65]), lambda: "".join(pick("abé") for _ in range(rnd(4))), lambda: (rnd(3), pick("ab"), rnd(100)), lambda: [rnd(2), rnd(2)], lambda: bytes([rnd(3), rnd(256)]), lambda: -rnd(2 ** 40) * 2 ** 30):
        v = [make() for _ in range(n)]
        s = sorted(v)
        assert all(not s[i + 1] < s[i] for i in range(n - 1)) and sorted(s) == s and len(s) == n
        d = sorted(v, reverse=True)
        assert all(not d[i] < d[i + 1] for i in range(n - 1))
        k = sorted(enumerate(v), key=lambda p: p[1]); assert [x for _, x in k] == s and all(k[i][1] != k[i + 1][1] or k[i][0] < k[i + 1][0] for i in range(n - 1))
        k = sorted(enumerate(v), key=lambda p: p[1], reverse=True); assert all(k[i][1] != k[i + 1][1] or k[i][0] < k[i + 1][0] for i in range(n - 1))
        if n:
            assert min(v) == s[0] and max(v) == d[0] and (n < 3 or sorted(v)[n // 2] in v)
        w = v[:]; w.sort(key=repr); assert sorted(map(repr, v)) == [repr(x) for x in w]
        check = (check * 31 + sum(i * len(repr(x)) for i, x in enumerate(s))) % 1000003
    print(n, check, s[:2], d[:1])
people = [(pick(["Ann", "Bob", "Cy", "Dée"]), rnd(5) + 20, rnd(100)) for _ in range(12)]
print(sorted(people, key=lambda p: (p[1], p[0], -p[2])))
people.sort(key=lambda p: p[2]); people.sort(key=lambda p: p[1], reverse=True); people.sort(key=lambda p: p[0]); print(people)
groups = {}
for p in people:
    groups.setdefault(p[0], []).append(p[1])
print({k: (min(v), max(v), sum(v), sorted(v)[len(v) // 2]) for k, v in sorted(groups.items())})


class Rev:
    def __init__(self, v):
        self.v = v

    def __lt__(self, o):
        return o.v < self.v


print([r.v for r in sorted(map(Rev, [3, 1, 2]))], min(map(Rev, [1, 5, 2])).v, max(map(Rev, [1, 5, 2]), key=lambda r: r.v).v, sorted([3, 1, 2], key=Rev), sorted("bca", key=lambda c: -ord(c)), sorted({"b": 1, "a": 2}.items(), key=lambda kv: kv[1]), [x for _, x in sorted((len(w), w) for w in "ccc a bb".split())])
