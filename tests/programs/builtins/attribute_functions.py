# getattr, setattr, hasattr, delattr, callable, isinstance, issubclass, type, id, hash, vars, dir.

def t(f, *a, **k):
    try:
        print(repr(f(*a, **k)))
    except Exception as e:
        print(type(e).__name__ + ":", e)


class A:
    """doc of A"""
    cls = 1

    def __init__(self):
        self.x = 5

    def m(self):
        return "m"

    @property
    def bad(self):
        raise AttributeError("from property")

    @property
    def worse(self):
        raise ValueError("not attribute")


class B(A):
    def __getattr__(self, n):
        if n.startswith("dyn"):
            return n.upper()
        raise AttributeError("no " + n)


a, b = A(), B()
print(getattr(a, "x"), getattr(a, "y", 7), getattr(a, "m")(), getattr(a, "bad", "dflt"), getattr(b, "dyn_z"), getattr(b, "q", None), hasattr(a, "x"), hasattr(a, "y"), hasattr(a, "bad"), hasattr(b, "dynq"), hasattr(b, "zzz"), hasattr(5, "real"), hasattr(A, "cls"), hasattr("", "join"))
for f in (lambda: getattr(a, "y"), lambda: getattr(a, 5), lambda: getattr(a), lambda: getattr(a, "y", 1, 2), lambda: hasattr(a, 5), lambda: hasattr(a), lambda: hasattr(a, "worse"), lambda: setattr(a, 5, 1), lambda: setattr(a, "x"), lambda: setattr(5, "x", 1), lambda: setattr(a, "bad", 1), lambda: delattr(a, "nope"), lambda: delattr(a, "bad"), lambda: delattr(5, "real"), lambda: setattr(object(), "x", 1), lambda: setattr(int, "x", 1), lambda: delattr(A, "zz"), lambda: getattr(b, "bad"), lambda: getattr(None, "x"), lambda: getattr([], "é"), lambda: (5).x, lambda: "".nope, lambda: A.nope, lambda: callable(), lambda: isinstance(1), lambda: isinstance(1, 5), lambda: isinstance(1, "int"), lambda: isinstance(1, (int, 5)), lambda: isinstance("", (int, 5)), lambda: issubclass(5, int), lambda: issubclass(int, 5), lambda: issubclass(int, (str, 5)), lambda: type(), lambda: type(1, 2), lambda: hash([]), lambda: hash({}), lambda: hash(set()), lambda: hash(bytearray()), lambda: hash(), lambda: id(), lambda: vars(5), lambda: vars(1, 2), lambda: isinstance(1, [int]), lambda: isinstance(1, list[int]), lambda: type("X", 5, {}), lambda: type("X", (), 5), lambda: type(5, (), {})):
    t(f)
setattr(a, "new attr", 3); print(getattr(a, "new attr"), vars(a), a.__dict__ is vars(a)); delattr(a, "new attr"); print(vars(a))
print([callable(x) for x in (len, a.m, A, a, lambda: 0, 5, "s", type, None, print)], isinstance(True, int), isinstance(1, (str, int)), isinstance(1, ()), isinstance(b, A), isinstance(a, B), isinstance(1, int | str), isinstance(None, int | None), isinstance(A, type), isinstance(1.0, (int, (str, (float,)))), issubclass(B, A), issubclass(bool, int), issubclass(A, object), issubclass(int, (str, object)), issubclass(int, int | str), issubclass(type, object))
print(type(5), type(A), type(a).__name__, type(type), type(None), type(...), type(NotImplemented), type(len), type(a.m), type(lambda: 0), type(A.m), type(range(1)), type(iter([])), type((x for x in ())), type("a".join), type(str.join), type(A.bad), type(1 .real))
print(hash(5), hash(-1), hash(2 ** 61), hash(1.5), hash(True), hash(None) == hash(None), hash("a") == hash("a"), hash(a) == hash(a), hash((1, "a")) == hash((1, "a")), hash(10 ** 30), hash(-(10 ** 30)), hash(1e300), hash(3 + 4j), hash(float("-inf")), hash(0.1))
print(A.__doc__, A.__name__, A.__qualname__, A.__module__, A.__bases__, B.__mro__, B.__base__, id(a) == id(a), id(a) != id(b), [n for n in dir(a) if not n.startswith("__")], [n for n in dir(B) if not n.startswith("__")], "x" in dir(a), "cls" in dir(A))
C = type("C", (A,), {"y": 9, "f": lambda self: self.y})
print(C().f(), C.__name__, C.y, C.__bases__, type(C()) is C, isinstance(C(), A), C().x)


class D:
    def __dir__(self):
        return ["z", "a"]

    def __hash__(self):
        return 2 ** 70

    def __bool__(self):
        return False

    def __len__(self):
        return 5


class H:
    def __hash__(self):
        return "x"


class L:
    def __len__(self):
        return -1


class M:
    def __len__(self):
        return "5"


class N:
    def __bool__(self):
        return 1


print(dir(D()), hash(D()) == hash(2 ** 70), bool(D()), len(D()), not D())
for f in (lambda: hash(H()), lambda: len(L()), lambda: len(M()), lambda: bool(N()), lambda: bool(L()), lambda: len(5), lambda: len(), lambda: len([], []), lambda: len(iter([])), lambda: bool(1, 2), lambda: len(None)):
    t(f)
