# Assignment to __bases__: what is refused, and what classes below and instances see at once.
class A:
    def who(self):
        return "A"


class B:
    def who(self):
        return "B"

    def extra(self):
        return "extra"


class C(A):
    pass


class D(C):
    pass


d = D()
print(d.who(), hasattr(d, "extra"), [k.__name__ for k in D.__mro__])
C.__bases__ = (B,)
print(d.who(), d.extra(), [k.__name__ for k in D.__mro__], C.__base__, A.__subclasses__(), B.__subclasses__())
C.__bases__ = (A, B)
print(d.who(), d.extra(), [k.__name__ for k in D.__mro__])


class S:
    __slots__ = ("a",)


def attempt(f):
    try:
        f()
        print("done")
    except TypeError as e:
        print(e)


def assign(cls, bases):
    cls.__bases__ = bases


attempt(lambda: assign(C, [A]))
attempt(lambda: assign(C, ()))
attempt(lambda: assign(C, (1,)))
attempt(lambda: assign(C, (D,)))
attempt(lambda: assign(C, (C,)))
attempt(lambda: assign(C, (S,)))
attempt(lambda: assign(C, (int,)))
attempt(lambda: assign(int, (object,)))
attempt(lambda: assign(C, (object, A)))
attempt(lambda: delattr(C, "__bases__"))
print(C.__bases__, [k.__name__ for k in D.__mro__], d.who())


class Top:
    pass


attempt(lambda: assign(Top, (A,)))


class Picky(type):
    def mro(cls):
        if "bad" in cls.__dict__ and len(cls.__bases__) > 1:
            raise TypeError("not this order")
        return super().mro()


class E(A, metaclass=Picky):
    pass


class F(E):
    bad = True


class G(F, B):
    pass


attempt(lambda: assign(F, (E, B)))
print(F.__bases__, [k.__name__ for k in F.__mro__])
