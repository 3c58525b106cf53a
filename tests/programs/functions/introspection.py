"""What functions, methods and code objects tell of themselves, and what may be changed about them."""

import sys


def plain(a, b=2, /, c: int = 3, *args: str, d, e=5, **kw) -> float:
    """Does nothing."""
    local = a
    return lambda: (local, b)


class C:
    def method(self, x=1):
        "doc of method"

    @classmethod
    def cm(cls):
        return cls

    @staticmethod
    def sm():
        return "sm"

    @property
    def prop(self):
        """doc of prop"""
        return 1

    lam = lambda self: self


def gen():
    yield 1


print(plain.__name__, plain.__qualname__, plain.__doc__, plain.__module__, plain.__defaults__, plain.__kwdefaults__, plain.__annotations__)
code = plain.__code__
print(code.co_name, code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_varnames, code.co_filename.rsplit("/", 1)[-1], code.co_firstlineno, code.co_flags & 0xF)
inner = plain(1, d=4)
print(inner.__name__, inner.__qualname__, inner.__closure__[0].cell_contents, len(inner.__closure__), inner.__code__.co_freevars, inner())
print(plain.__closure__, plain.__globals__ is globals(), plain.__dict__, callable(plain), type(plain), type(plain).__name__)
plain.attr, plain.__name__, plain.__qualname__, plain.__doc__ = 1, "renamed", "q.renamed", None
print(plain.__dict__, plain.__name__, plain.__doc__, str(plain)[:19], plain.attr)
plain.__defaults__ = (20, 30)
plain.__kwdefaults__ = {"d": 40, "e": 50}


def show(a, b=2, c=3, *, d=4):
    return a, b, c, d


print(show(1))
show.__defaults__ = (7,)
for call in (lambda: show(1), lambda: show(1, 2)):
    try:
        print(call())
    except TypeError as e:
        print(e)
show.__kwdefaults__ = None
try:
    print(show(1, 2))
except TypeError as e:
    print(e)
show.__defaults__ = None
try:
    print(show(1, d=1))
except TypeError as e:
    print(e)
for name, value in (("__defaults__", [1]), ("__kwdefaults__", 3), ("__name__", 3), ("__dict__", 3), ("__closure__", ()), ("__globals__", {})):
    try:
        setattr(show, name, value)
        print(name, "set")
    except (TypeError, AttributeError) as e:
        print(name, type(e).__name__, e)
c = C()
bound = c.method
print(bound.__name__, bound.__self__ is c, bound.__func__ is C.method, bound.__doc__, bound == c.method, bound is c.method, hash(bound) == hash(c.method), type(bound).__name__)
print(C.cm.__self__ is C, c.cm() is C, C.sm(), c.sm(), C.__dict__["cm"].__func__.__name__, C.__dict__["sm"].__func__(), type(C.__dict__["prop"]).__name__, C.prop.__doc__, C.prop.fget(c))
print(C.method.__qualname__, C.lam.__qualname__, C.lam.__name__, gen.__code__.co_flags & 0x20 > 0, type(gen()).__name__, gen().__name__, gen.__qualname__)
try:
    bound.attr = 1
except AttributeError as e:
    print(e)
C.method.attr = 5
print(bound.attr, c.method.attr, C.method.__dict__)
try:
    bound.attr
    C.method.__self__
except AttributeError as e:
    print(e)
print([f.__name__ for f in (len, print, str.upper, "x".upper, [].append, dict.get, int, object.__repr__, (1).__add__)])
print([type(f).__name__ for f in (len, str.upper, "x".upper, [].append, int.__add__, (1).__add__, object.__init__)])
print(len.__module__, [].append.__self__, "x".upper.__self__, str.upper.__objclass__)


def counter():
    n = 0

    def step():
        nonlocal n
        n += 1
        return n

    return step


one, two = counter(), counter()
one(), one(), two()
print(one.__closure__[0].cell_contents, two.__closure__[0].cell_contents, one.__code__ == two.__code__, one == two)
one.__closure__[0].cell_contents = 100
print(one(), two())
try:
    (lambda: missing_cell if False else 1).__closure__[0]
except TypeError as e:
    print(e)


def late():
    f = lambda: value
    try:
        f.__closure__[0].cell_contents
    except ValueError as e:
        print(e)
    value = 1
    return f.__closure__[0].cell_contents


print(late(), sys.getrecursionlimit() > 0, (lambda x, *y, z=1: 0).__code__.co_varnames)
print([n for n in dir(plain) if n.startswith("__") and n.endswith("ts__")], isinstance(plain, type(lambda: 0)), issubclass(type(plain), object))
