# The two classes: making, parts, errors.
print(ExceptionGroup.__mro__, ExceptionGroup.__bases__, BaseExceptionGroup.__bases__, BaseExceptionGroup.__doc__)
print(issubclass(ExceptionGroup, Exception), isinstance(ExceptionGroup("x", [ValueError()]), Exception), issubclass(BaseExceptionGroup, Exception))


class Sub(ExceptionGroup):
    pass


class Mixed(BaseExceptionGroup, ValueError):
    pass


class BaseSub(BaseExceptionGroup):
    pass


class Seq:
    def __repr__(self):
        return "Seq()"

    def __getitem__(self, i):
        return [ValueError(1), OSError(2)][i]


def attempt(f, *args, **kw):
    try:
        v = f(*args, **kw)
        print(type(v).__name__, repr(v), str(v))
    except Exception as e:
        print(type(e).__name__, e)


for cls in (BaseExceptionGroup, ExceptionGroup, Sub, Mixed, BaseSub):
    attempt(cls, "x", [ValueError(1)])
    attempt(cls, "x", (ValueError(1), TypeError(2)))
    attempt(cls, "x", [KeyboardInterrupt()])
    attempt(cls, "x", [ExceptionGroup("y", [OSError(1)])])
for args in ((), ("x",), ("x", 1), ("x", []), ("x", [1]), (1, [ValueError()]), ("x", {ValueError()}), ("x", (ValueError(),), 1), ("x", {1: 2}),
             ("x", [ValueError(), ValueError]), ("x", Seq()), ("x", "ab"), (b"x", [ValueError()])):
    attempt(ExceptionGroup, *args)
attempt(ExceptionGroup, "a", [ValueError()], x=1)
attempt(ExceptionGroup, message="a", exceptions=[ValueError()])
g = ExceptionGroup("m", [ValueError(1), ExceptionGroup("in", [TypeError(2), ValueError(3)]), OSError(4)])
print(g.message, g.exceptions, g.args, ExceptionGroup[int], g.__reduce__())
for name in ("message", "exceptions"):
    attempt(setattr, g, name, 1)
for what in (ValueError, (TypeError, OSError), Exception, KeyError, ExceptionGroup, (), int, 3, (ValueError, 3), [ValueError], len, "x",
             lambda e: isinstance(e, ValueError), lambda e: e is g, lambda e: False, lambda e: 1 / 0, lambda: 1):
    attempt(g.split, what)
    attempt(g.subgroup, what)
attempt(g.derive, [ValueError(9)])
attempt(g.derive, [])
attempt(Sub("s", [ValueError(1), OSError(2)]).split, ValueError)
try:
    try:
        raise KeyError("ctx")
    except KeyError as k:
        raise ExceptionGroup("t", [ValueError(1), OSError(2)]) from k
except ExceptionGroup as e:
    e.add_note("n1")
    a, b = e.split(ValueError)
    for p in (a, b):
        print(p, repr(p.__cause__), repr(p.__context__), p.__suppress_context__, p.__traceback__ is e.__traceback__, p.__notes__, p.__notes__ is e.__notes__)
    e.__notes__ = 5
    print([hasattr(p, "__notes__") for p in e.split(OSError)])


class Bad(ExceptionGroup):
    def derive(self, excs):
        return ValueError(excs)


class Raises(ExceptionGroup):
    def derive(self, excs):
        raise ZeroDivisionError("derive")


attempt(Bad("b", [ValueError(1), OSError(2)]).split, ValueError)
attempt(Raises("b", [ValueError(1), OSError(2)]).split, ValueError)


class Code(ExceptionGroup):
    def __new__(cls, message, excs, code=1):
        self = ExceptionGroup.__new__(Code, message, excs)
        self.code = code
        return self

    def __init__(self, *args, **kw):
        pass


attempt(Code, "c", [ValueError()], code=5)
deep = ValueError("bottom")
for i in range(30):
    deep = ExceptionGroup(f"level {i}", [deep])
print(len(repr(deep.subgroup(ValueError))), deep.subgroup(TypeError))
x = ExceptionGroup("x", [ValueError(1)])
x.attribute = 3
print(x.__dict__, x == x, x == ExceptionGroup("x", [ValueError(1)]), hash(x) == hash(x))
