"""Calling classes: what makes an instance may change between two calls at one site."""


class Point:
    def __init__(self, x, y):
        self.x = x
        self.y = y


class Sub(Point):
    pass


class Deep(Sub):
    def __init__(self, x, y):
        super().__init__(y, x)
        self.z = x + y


class Empty:
    def __init__(self):
        self.made = True


class Four:
    def __init__(self, a, b, c, d):
        self.all = a, b, c, d


class Five:
    def __init__(self, a, b, c, d, e):
        self.all = a, b, c, d, e


class Star:
    def __init__(self, *args, **kw):
        self.all = args, kw


class Default:
    def __init__(self, a, b=2):
        self.all = a, b


class Slots:
    __slots__ = ("x", "y")

    def __init__(self, x, y):
        self.x, self.y = x, y


class Plain:
    pass


def show(o):
    names = getattr(o, "__slots__", None) or sorted(vars(o))
    return type(o).__name__ + "".join(f" {n}={getattr(o, n)!r}" for n in names if hasattr(o, n))


def make(c, *args):
    n = len(args)
    try:
        if n == 0:
            o = c()
        elif n == 1:
            o = c(args[0])
        elif n == 2:
            o = c(args[0], args[1])
        elif n == 3:
            o = c(args[0], args[1], args[2])
        elif n == 4:
            o = c(args[0], args[1], args[2], args[3])
        else:
            o = c(args[0], args[1], args[2], args[3], args[4])
        return show(o)
    except (TypeError, ValueError) as e:
        return f"{type(e).__name__}: {e}"


def round():
    for c in (Point, Sub, Deep, Slots, Default, Star, Plain):
        print(make(c, 1, 2))
    for c in (Empty, Plain, Star, Point):
        print(make(c))
    for c in (Default, Point, Empty, Plain):
        print(make(c, 1))
    print(make(Point, 1, 2, 3), make(Four, 1, 2, 3, 4), make(Five, 1, 2, 3, 4, 5), make(Four, 1, 2, 3, 4, 5), sep="\n")


round()
round()

Point.__init__ = lambda self, x, y: setattr(self, "both", (x, y))
round()


def bad(self, x, y):
    self.x = x
    return 5


Point.__init__ = bad
print(make(Point, 1, 2), make(Sub, 3, 4), make(Deep, 5, 6), sep="\n")


def raising(self, x, y):
    raise ValueError(f"no {x} {y}")


Sub.__init__ = raising
print(make(Point, 1, 2), make(Sub, 3, 4), make(Deep, 5, 6), sep="\n")
del Sub.__init__
Point.__init__ = lambda self, x, y=0, z=0: setattr(self, "all", (x, y, z))
print(make(Point, 1), make(Point, 1, 2), make(Point, 1, 2, 3), make(Sub, 3, 4), make(Deep, 5, 6), sep="\n")
Point.__new__ = staticmethod(lambda cls, *a: object.__new__(Empty) if a == (0, 0) else object.__new__(cls))
print(make(Point, 0, 0), make(Point, 1, 2), make(Sub, 0, 0), make(Sub, 1, 1), sep="\n")


def closure(k):
    class Kept:
        def __init__(self, x):
            self.x = x + k

    return Kept


a, b = closure(10), closure(20)
for _ in range(3):
    print(make(a, 1), make(b, 1))


def generator_init(self):
    yield 1


Empty.__init__ = generator_init
print(make(Empty).split(" at ")[0])
many = [Slots(k, -k) for k in range(50000)]
print(sum(p.x for p in many), sum(p.y for p in many), len({id(p) for p in many}))
made = [type("Made", (), {"__init__": lambda self, v: setattr(self, "v", v)})(k) for k in range(5)]
print([m.v for m in made])
for c in (int, str, list, tuple, float, set, bool):
    print(c(), c("1"))
print(type(1), type(Slots), type(type))
