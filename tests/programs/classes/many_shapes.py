"""One site, objects of many classes: loads, stores and calls follow each object, whatever the site saw before."""


class Base:
    kind = "base"

    def __init__(self, n):
        self.n = n

    def name(self):
        return f"base {self.n}"

    def add(self, k):
        self.n += k
        return self.n


class One(Base):
    def name(self):
        return f"one {self.n}"


class Two(Base):
    kind = "two"

    def __init__(self, n):
        self.extra = -n
        super().__init__(n)


class Slotted:
    __slots__ = ("pad", "n")
    kind = "slotted"

    def __init__(self, n):
        self.n = n

    name = Base.name
    add = Base.add


class Counted(Base):
    @property
    def kind(self):
        return f"property {self.n}"


class Own(Base):
    def __init__(self, n):
        super().__init__(n)
        self.name = lambda: f"own {self.n}"
        self.kind = "instance"


class Late(Base):
    def __getattr__(self, attr):
        return f"late {attr}"


class Callable:
    def __init__(self, n):
        self.n = n
        self.kind = "callable"

    def __call__(self, k=1):
        return self.n * k

    name = len
    add = int.__add__


CLASSES = [Base, One, Two, Slotted, Counted, Own, Late]


def tour(objects, rounds):
    total = 0
    seen = []
    for r in range(rounds):
        for o in objects:
            o.n = o.n + 1
            total += o.add(r)
            if r % 97 == 0:
                seen.append((o.name(), o.kind))
    return total, seen


def mixed(make, rounds):
    objects = [make[k % len(make)](k) for k in range(12)]
    total, seen = tour(objects, rounds)
    print(total)
    for pair in seen[-len(objects):]:
        print(*pair)


mixed([Base], 200)
mixed([One, Two], 200)
mixed(CLASSES, 300)
mixed([Base], 10)

# A class that changes under a site that has settled on many shapes.
objects = [c(k) for k, c in enumerate(CLASSES)]
print(tour(objects, 300)[0])
Base.add = lambda self, k: 1000
Two.kind = "two, changed"
print(tour(objects, 98))
One.add = lambda self, k: self.n
One.name = property(lambda self: lambda: "from a property")
print(tour(objects, 98))
del Two.kind
Slotted.n = 7
try:
    tour([c(1) for c in CLASSES], 2)
except AttributeError as e:
    print(e)
del objects[3]
objects[0].__dict__["kind"] = "through the dict"
objects[1].add = lambda k: "not a number"
try:
    tour(objects, 200)
except TypeError as e:
    print(e)

# Numbers of arguments differ between the sites of one name.
class Many:
    def call(self, *args, **kw):
        return len(args), sorted(kw)


class Few:
    def call(self, a, b=2):
        return a + b


def calls(o):
    try:
        return o.call(1), o.call(1, 2), o.call(1, b=5), o.call(b=1, a=3)
    except TypeError as e:
        return str(e)


class None_:
    def call(self):
        return 0


for _ in range(5):
    for o in (Many(), Few(), None_()):
        print(calls(o))


# Numbers, strs and None at the same site as instances.
def guarded(values):
    out = []
    for v in values:
        try:
            out.append(v.real)
        except AttributeError as e:
            out.append(str(e))
        try:
            v.tag = 1
            out.append(v.tag)
        except AttributeError as e:
            out.append(str(e))
    return out


class Real:
    real = "class"


for _ in range(4):
    print(guarded([1, 2.5, Real(), True, None, "s", 1 << 80, Base(1)]))


# Methods of built-in types in classes they are not for, and in subclasses they are for.
class Stolen:
    append = list.append
    get = dict.get
    upper = str.upper
    pop = list.pop


class Items(list):
    take = list.pop


def stolen(o):
    out = []
    for f in (lambda: o.append(1), lambda: o.get("k"), lambda: o.upper(), lambda: o.pop(), lambda: o.take(), lambda: o.take(0)):
        try:
            out.append(str(f()))
        except (TypeError, AttributeError, IndexError) as e:
            out.append(str(e))
    return out


for _ in range(3):
    for o in (Stolen(), Items((1, 2, 3)), {"k": 5}, "str", [4, 5]):
        print(stolen(o))
