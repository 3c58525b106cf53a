"""Classes made by type(), changed later, with instances that already exist; __slots__ in every inheritance; __getattribute__."""


def init(self, x):
    self.x = x


Made = type("Made", (), {"__init__": init, "double": lambda self: self.x * 2, "kind": "made", "__slots__": ("x", "y")})
m = Made(5)
print(Made, m.double(), m.kind, Made.__slots__, Made.__dict__["x"], hasattr(m, "__dict__"), type(Made), Made.__qualname__, Made.__module__)
try:
    m.z = 1
except AttributeError as e:
    print(e)
try:
    m.y
except AttributeError as e:
    print(e)
m.y = 2
del m.y
try:
    del m.y
except AttributeError as e:
    print(repr(str(e)))
Sub = type("Sub", (Made,), {})
s = Sub(7)
s.z = 1
print(vars(s), s.double(), s.x, Sub.__bases__, Sub.__mro__[1:], "x" in vars(s))


class WithDict(Made):
    __slots__ = ("__dict__", "extra")


w = WithDict(1)
w.extra, w.free = 2, 3
print(vars(w), w.extra, sorted(n for n in dir(w) if not n.startswith("__")))
for wrong in (lambda: type("Bad", (Made, Sub), {}), lambda: type("Bad", (int, str), {}), lambda: type("Bad", (3,), {}), lambda: type("Bad", (bool,), {}),
              lambda: type("Bad", (), {"__slots__": ("a b",)}), lambda: type("Bad", (), {"__slots__": ("a",), "a": 1}), lambda: type(3, (), {}),
              lambda: type("Bad", [], {}), lambda: type("Bad", (), []), lambda: type("a", ()), lambda: type(), lambda: type("Bad", (int,), {"__slots__": ("v",)}),
              lambda: type("Bad", (tuple,), {"__slots__": ("v",)}), lambda: type("Bad\0", (), {})):
    try:
        print(wrong())
    except (TypeError, ValueError) as e:
        print(type(e).__name__, str(e).replace("\n", "|"))


class Open:
    def hello(self):
        return "hello"


o = Open()
Open.later = lambda self, n=1: f"later {n}"
Open.value = property(lambda self: self.__dict__.setdefault("_v", 10), lambda self, v: self.__dict__.__setitem__("_v", v))
Open.__len__ = lambda self: self.value
Open.__call__ = lambda self, *a: a
Open.__getitem__ = lambda self, k: k * 2
Open.__contains__ = lambda self, k: k == 3
o.value = 4
print(o.later(), o.later(2), o.value, len(o), o(1, 2), o[5], 3 in o, 4 in o, bool(o))
o.hello = lambda: "own"
print(o.hello(), Open.hello(o), vars(o).keys())
del Open.hello
print(o.hello())
del o.hello
for f in (lambda: o.hello(), lambda: Open.hello, lambda: len(Open), lambda: Open[3]):
    try:
        print(f())
    except (AttributeError, TypeError) as e:
        print(type(e).__name__, e)
del Open.__len__
try:
    len(o)
except TypeError as e:
    print(e)
print(bool(o))


class Spy:
    seen = []

    def __init__(self):
        self.real = 1

    def __getattribute__(self, name):
        Spy.seen.append(name)
        if name == "magic":
            return 42
        return object.__getattribute__(self, name)

    def __getattr__(self, name):
        Spy.seen.append(f"fallback {name}")
        if name.startswith("auto"):
            return name.upper()
        raise AttributeError(f"nothing like {name}")

    def method(self):
        return self.real + self.magic

    def __len__(self):
        return 3


spy = Spy()
print(spy.real, spy.magic, spy.auto_x, spy.method(), len(spy), hasattr(spy, "zzz"), getattr(spy, "zzz", "default"), spy.__class__.__name__)
print(Spy.seen)
try:
    spy.zzz
except AttributeError as e:
    print(e)
print(isinstance(spy, Spy), type(spy) is Spy)
a = Open()
a.__class__ = type("Other", (), {"who": lambda self: "other"})
print(a.who(), type(a).__name__, isinstance(a, Open))
for target, cls in ((5, Open), (a, int), (a, Made), (a, 3)):
    try:
        target.__class__ = cls
    except (TypeError, AttributeError) as e:
        print(type(e).__name__, e)
Open.__name__, Open.__qualname__, Open.__doc__ = "Renamed", "R.Renamed", "doc"
print(Open, Open().__class__.__name__, Open.__doc__, repr(Open())[:12])
try:
    Open.__name__ = 3
except TypeError as e:
    print(e)
