"""Patterns that lean on the object model: singletons in __new__, shared state, flyweights, proxies, visitors, mixins, observers, null objects."""


class Singleton:
    _only = None

    def __new__(cls, *args):
        if cls._only is None:
            print("  making", cls.__name__)
            cls._only = super().__new__(cls)
        return cls._only

    def __init__(self, value=0):
        self.value = value


class Borg:
    _state = {}

    def __init__(self, **values):
        self.__dict__ = self._state
        self.__dict__.update(values)


class Flyweight:
    pool = {}

    def __new__(cls, *key):
        try:
            return cls.pool[key]
        except KeyError:
            self = cls.pool[key] = object.__new__(cls)
            self.key = key
            return self

    def __getnewargs__(self):
        return self.key


class Proxy:
    def __init__(self, target):
        object.__setattr__(self, "_target", target)
        object.__setattr__(self, "_log", [])

    def __getattr__(self, name):
        self._log.append(f"get {name}")
        value = getattr(self._target, name)
        if callable(value):
            def call(*args, **kwargs):
                self._log.append(f"call {name}{args}")
                return value(*args, **kwargs)

            return call
        return value

    def __setattr__(self, name, value):
        self._log.append(f"set {name}")
        setattr(self._target, name, value)

    def __len__(self):
        self._log.append("len")
        return len(self._target)

    def __eq__(self, other):
        return self._target == other


class Visitor:
    def visit(self, node):
        for cls in type(node).__mro__:
            method = getattr(self, f"visit_{cls.__name__}", None)
            if method:
                return method(node)

    def visit_object(self, node):
        return f"<{type(node).__name__}>"

    def visit_int(self, node):
        return f"int {node}"

    def visit_list(self, node):
        return [self.visit(n) for n in node]


class Polite(Visitor):
    def visit_str(self, node):
        return f"dear {node}"

    def visit_int(self, node):
        return super().visit_int(node).upper()


class Observable:
    def __init__(self):
        self._observers = {}

    def on(self, name, f):
        self._observers.setdefault(name, []).append(f)
        return lambda: self._observers[name].remove(f)

    def fire(self, name, *args):
        return [f(*args) for f in list(self._observers.get(name, ()))]


class Comparable:
    def __le__(self, other):
        return self < other or self == other

    def __gt__(self, other):
        return other < self

    def __ge__(self, other):
        return other <= self


class Printable:
    def __repr__(self):
        return f"{type(self).__name__}({', '.join(f'{k}={v!r}' for k, v in vars(self).items())})"


class Version(Comparable, Printable):
    def __init__(self, text):
        self.parts = tuple(map(int, text.split(".")))

    def __lt__(self, other):
        return self.parts < other.parts

    def __eq__(self, other):
        return self.parts == other.parts

    __hash__ = None


class Null:
    __slots__ = ()
    __getattr__ = lambda self, name: self
    __call__ = lambda self, *a, **k: self
    __getitem__ = lambda self, k: self
    __bool__ = lambda self: False
    __iter__ = lambda self: iter(())
    __str__ = lambda self: ""


a, b = Singleton(1), Singleton(2)
print(a is b, a.value, Singleton._only is a, isinstance(b, Singleton))


class Special(Singleton):
    _only = None


print(Special(9) is Special(), Special().value, a.value)
x, y = Borg(p=1), Borg(q=2)
x.r = 3
print(vars(y), x.__dict__ is y.__dict__, x is y, x == y)
print(Flyweight("a", 1) is Flyweight("a", 1), Flyweight("a") is Flyweight("a", 1), len(Flyweight.pool), Flyweight("b").__getnewargs__())
p = Proxy([3, 1, 2])
p.append(4)
p.sort(reverse=True)
print(len(p), p == [4, 3, 2, 1], p.__class__.__name__, p._log)
try:
    p.missing
except AttributeError as e:
    print(e)
print(Visitor().visit([1, "x", [True, 2.5]]), Polite().visit([1, "x", {}, [False]]))
events = Observable()
off = events.on("save", lambda name: f"first {name}")
events.on("save", str.upper)
print(events.fire("save", "doc"), events.fire("load", 1))
off()
print(events.fire("save", "doc"))
versions = [Version(v) for v in ("1.10", "1.9.3", "1.9", "2.0")]
print(sorted(versions), max(versions), versions[0] >= versions[1], versions[2] > versions[3], versions[0] <= Version("1.10"))
try:
    {Version("1.0")}
except TypeError as e:
    print(e)
n = Null()
print(n.a.b.c("x")[3].d is n, bool(n), list(n), f"[{n}]", [i for i in n.anything()])
