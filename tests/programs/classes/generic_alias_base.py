# types.GenericAlias has subclasses, as collections.abc makes one.
import types

class Alias(types.GenericAlias):
    __slots__ = ()

    def __new__(cls, origin, args):
        return super().__new__(cls, origin, args + (None,))

    def __repr__(self):
        return "Alias of " + super().__repr__()

    @property
    def __parameters__(self):
        return ("P",)

a = Alias(list, (int,))
print(type(a).__name__, isinstance(a, types.GenericAlias), a.__origin__, a.__args__, a.__parameters__)
print(a == Alias(list, (int,)), hash(a) == hash(Alias(list, (int,))), a)
print(a(), int | a)

class B(a):
    pass

print(B.__mro__, B.__orig_bases__)
