"""dict and list subclasses: __missing__, overridden methods that built-ins skip or use, copies, equality, ordered and counting maps."""


class Counter(dict):
    def __missing__(self, key):
        return 0

    def update(self, items=(), **more):
        for item in items:
            self[item] += 1
        for k, v in more.items():
            self[k] += v

    def most_common(self, n=None):
        ranked = sorted(self.items(), key=lambda kv: (-kv[1], str(kv[0])))
        return ranked[:n]

    def __add__(self, other):
        result = Counter(self)
        for k, v in other.items():
            result[k] += v
        return result


class Default(dict):
    def __init__(self, factory, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.factory = factory

    def __missing__(self, key):
        self[key] = value = self.factory()
        return value

    def __repr__(self):
        return f"Default({self.factory.__name__}, {super().__repr__()})"


class Loud(dict):
    def __setitem__(self, key, value):
        print(f"  set {key!r}")
        super().__setitem__(key, value)

    def __getitem__(self, key):
        print(f"  get {key!r}")
        return super().__getitem__(key)

    def __contains__(self, key):
        print(f"  contains {key!r}")
        return super().__contains__(key)

    def keys(self):
        print("  keys")
        return super().keys()


class Chain:
    def __init__(self, *maps):
        self.maps = list(maps) or [{}]

    def __getitem__(self, key):
        for m in self.maps:
            try:
                return m[key]
            except KeyError:
                pass
        raise KeyError(key)

    def __setitem__(self, key, value):
        self.maps[0][key] = value

    def __iter__(self):
        seen = {}
        for m in reversed(self.maps):
            seen.update(dict.fromkeys(m))
        return iter(seen)

    def keys(self):
        return list(self)

    def __len__(self):
        return sum(1 for _ in self)


c = Counter()
c.update("abracadabra", z=10)
print(c, c["missing"], "missing" in c, c.get("missing"), c.most_common(3), c + Counter(a=1), type(c + c).__name__)
d = Default(list, {"x": [0]})
for i, word in enumerate("one two three four five".split()):
    d[len(word)].append(i)
print(d, d.get("nope"), len(d), d == {"x": [0], 3: [0, 1], 5: [2], 4: [3, 4]}, d.pop("x"), sorted(d))
loud = Loud(a=1)
loud["b"] = 2
loud.update(c=3)
loud.setdefault("d", 4)
print(loud.get("a"), loud["a"], "a" in loud, loud)
plain = dict(loud)
print(plain, {**loud} == plain, dict(loud.items()) == plain, loud == plain)
copied = loud.copy()
print(type(copied).__name__, type(loud | {"e": 5}).__name__, len({**loud, "e": 5}))
loud |= {"f": 6}
print(len(loud), [k for k in loud], list(reversed(loud)))


def show(**kwargs):
    return kwargs


chain = Chain({"a": 1}, {"a": 2, "b": 3}, Counter(q=7))
chain["c"] = 9
print(show(**chain), chain["q"], chain["zzz"], len(chain), dict(chain), chain.maps[0], show(**loud))
try:
    Chain({}, {})["k"]
except KeyError as e:
    print("KeyError", e)


class Sorted(list):
    def append(self, x):
        at = sum(1 for y in self if y <= x)
        self.insert(at, x)

    def __getitem__(self, i):
        result = super().__getitem__(i)
        return Sorted(result) if isinstance(i, slice) else result

    def __contains__(self, x):
        return any(y is x or y == x for y in self)


s = Sorted([1, 5])
s.append(3)
s.append(0)
s += [-1]
s.extend((9, 2))
print(s, s[1:3], type(s[1:3]).__name__, type(s + [1]).__name__, type(s * 2).__name__, 5 in s, s == [0, 1, 3, 5, -1, 9, 2], sorted(s), s.index(3), type(s.copy()).__name__)
s.sort(key=abs)
print(s, repr(s), str(s), s < [1], tuple(s), [*s])
