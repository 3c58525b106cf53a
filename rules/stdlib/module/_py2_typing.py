"""What type parameters and `type` statements make: the classes of typing, with what newer syntax adds to them.

The functions at the end are called by compiled code. What they are given to evaluate (bounds, constraints, defaults, the value of an alias) is
evaluated when it is first asked for.
"""

import types
import typing


class NoDefaultType:
    __slots__ = ()

    def __repr__(self):
        return "typing.NoDefault"

    def __reduce__(self):
        return "NoDefault"


NoDefault = NoDefaultType()


class _Lazy:
    """A value that is computed at most once; a computation that raises is tried again."""

    __slots__ = ("evaluate", "value")

    def __init__(self, evaluate):
        self.evaluate = evaluate

    def get(self):
        if self.evaluate is not None:
            self.value = self.evaluate()
            self.evaluate = None
        return self.value


class _Defaulted:
    """The half of a type parameter that has to do with its default."""

    @property
    def __default__(self):
        return self._default.get() if self._default else NoDefault

    def has_default(self):
        return self._default is not None


class TypeVar(_Defaulted, typing.TypeVar, _root=True):
    __infer_variance__ = True

    def __init__(self, name, module, bound, constrained, default):
        self.__name__ = name
        self.__module__ = module
        self.__covariant__ = self.__contravariant__ = False
        self._bound = _Lazy(bound) if bound and not constrained else None
        self._constraints = _Lazy(bound) if constrained else None
        self._default = _Lazy(default) if default else None

    @property
    def __bound__(self):
        return self._bound.get() if self._bound else None

    @property
    def __constraints__(self):
        return self._constraints.get() if self._constraints else ()

    def __repr__(self):
        return self.__name__


class ParamSpec(_Defaulted, typing.ParamSpec, _root=True):
    __infer_variance__ = True

    def __init__(self, name, module, default):
        self.__name__ = name
        self.__module__ = module
        self.__bound__ = None
        self.__covariant__ = self.__contravariant__ = False
        self._default = _Lazy(default) if default else None

    def __repr__(self):
        return self.__name__


class TypeVarTuple(_Defaulted, typing.TypeVarTuple, _root=True):
    def __init__(self, name, module, default):
        self.__name__ = name
        self.__module__ = module
        self._default = _Lazy(default) if default else None


class TypeAliasType:
    def __init__(self, name, module, params, value):
        self.__dict__.update(__name__=name, __module__=module, __type_params__=params, _value=_Lazy(value))

    def __init_subclass__(cls, /, *args, **kwargs):
        raise TypeError("type 'typing.TypeAliasType' is not an acceptable base type")

    @property
    def __value__(self):
        return self._value.get()

    @property
    def __parameters__(self):
        return _unpacked(self.__type_params__)

    def __setattr__(self, name, value):
        if name in ("__name__", "__value__", "__type_params__", "__parameters__", "__module__"):
            raise AttributeError("readonly attribute")
        raise AttributeError(f"'typing.TypeAliasType' object has no attribute {name!r}")

    def __getitem__(self, arguments):
        if not self.__type_params__:
            raise TypeError("Only generic type aliases are subscriptable")
        return types.GenericAlias(self, arguments)

    def __or__(self, other):
        return typing.Union[self, other]

    def __ror__(self, other):
        return typing.Union[other, self]

    def __reduce__(self):
        return self.__name__

    def __repr__(self):
        return self.__name__


for _class in (TypeVar, ParamSpec, TypeVarTuple, TypeAliasType, NoDefaultType):
    _class.__module__ = "typing"


def _unpacked(params):
    return tuple([typing.Unpack[p] if isinstance(p, typing.TypeVarTuple) else p for p in params])


# ---- called by compiled code ----


def type_variable(name, bound, constrained, default):
    return TypeVar(name, typing._caller(), bound, constrained, default)


def parameter_specification(name, default):
    return ParamSpec(name, typing._caller(), default)


def type_variable_tuple(name, default):
    return TypeVarTuple(name, typing._caller(), default)


def type_alias(name, params, value):
    return TypeAliasType(name, typing._caller(), params, value)


def generic_base(params):
    return typing.Generic[_unpacked(params)]


# The text of no program names them: this keeps them in the executable.
called_by_compiled_code = (type_variable, parameter_specification, type_variable_tuple, type_alias, generic_base)
