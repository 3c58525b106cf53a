# What happens when in the making of a class.
class Attr:
    def __set_name__(self, owner, name):
        print("set_name", owner.__name__, name, hasattr(owner, "late"))


class Meta(type):
    def __prepare__(name, bases, **kw):
        print("prepare", name, kw)
        return {}

    __prepare__ = staticmethod(__prepare__)

    def __new__(mcls, name, bases, ns, **kw):
        print("new", name, kw)
        cls = super().__new__(mcls, name, bases, ns, **kw)
        print("made", name)
        return cls

    def __init__(cls, name, bases, ns, **kw):
        print("init", name, kw)
        super().__init__(name, bases, ns, **kw)

    def __call__(cls, *args, **kw):
        print("call", cls.__name__, args, kw)
        return super().__call__(*args, **kw)


class Base(metaclass=Meta):
    def __init_subclass__(cls, /, tag=None, **kw):
        print("init_subclass", cls.__name__, tag, kw)
        super().__init_subclass__(**kw)
        cls.tag = tag


class Derived(Base, tag="t"):
    a = Attr()
    b = Attr()

    def __init__(self, n):
        self.n = n


print(Derived.tag, Derived(4).n)

for bad in (lambda: Meta("X", (Base,), {}, tag=1, other=2), lambda: Meta("X", (Base,), {}, 1), lambda: Meta("X")):
    try:
        bad()
    except TypeError as e:
        print(type(e).__name__, e)


class Broken:
    def __set_name__(self, owner, name):
        raise ValueError(name)


try:
    class C(metaclass=Meta):
        x = Broken()
except RuntimeError as e:
    print(e, repr(e.__cause__))


class Twice(type):
    def __new__(mcls, name, bases, ns):
        type.__new__(mcls, name, bases, dict(ns))
        return type.__new__(mcls, name, bases, {k: v for k, v in ns.items() if k != "__classcell__"})


try:
    class D(metaclass=Twice):
        def f(self):
            return __class__
except TypeError as e:
    print(e)
