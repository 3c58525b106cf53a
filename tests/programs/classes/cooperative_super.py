"""Diamonds whose every method calls super(): order of calls, keyword hand-over, properties and class methods."""

trace = []


class Base:
    def __init__(self, **rest):
        trace.append(f"Base({sorted(rest)})")
        if rest:
            raise TypeError(f"left over: {sorted(rest)}")

    @classmethod
    def names(cls):
        return [cls.__name__, "Base"]

    @property
    def size(self):
        return 1

    def __repr__(self):
        return f"<{type(self).__name__}>"


class Left(Base):
    def __init__(self, left=0, **rest):
        trace.append("Left")
        super().__init__(**rest)
        self.left = left

    @classmethod
    def names(cls):
        return ["Left", *super().names()]

    @property
    def size(self):
        return super().size * 10 + 2


class Right(Base):
    def __init__(self, *, right=0, **rest):
        trace.append("Right")
        super().__init__(**rest)
        self.right = right

    @classmethod
    def names(cls):
        return ["Right", *super().names()]

    @property
    def size(self):
        return super().size * 10 + 3

    def __getitem__(self, i):
        return self.right + i


class Both(Left, Right):
    def __init__(self, a, **rest):
        trace.append("Both")
        super().__init__(**rest)
        self.a = a

    @classmethod
    def names(cls):
        return ["Both", *super().names()]

    @property
    def size(self):
        return super().size * 10 + 4

    def __getitem__(self, i):
        return [super().__getitem__(k) for k in range(i)] if i else [super(Both, self).__getitem__(0)]

    def each(self):
        places = [i for i in range(super().size)][:2]
        try:
            return {super().size for _ in places}
        except TypeError as e:
            return places, str(e), list(super(Both, self).size for _ in places)

    def skip(self):
        return super(Left, self).size, super(Right, self).size


class Odd(Right, Left):
    pass


def show(f):
    trace.clear()
    try:
        print(f(), trace)
    except Exception as e:
        print(type(e).__name__, e, trace)


show(lambda: vars(Both(1, left=2, right=3)))
show(lambda: vars(Odd(right=5, left=6)))
show(lambda: Both(1, left=2, wrong=3))
show(lambda: Odd(7))
show(lambda: Both.names())
show(lambda: Odd.names())
show(lambda: (Both(0).size, Odd().size, Both(0).skip()))
show(lambda: Both(0, right=9)[3])
show(lambda: Both(0, right=9)[0])
show(lambda: Both(0, right=9).each())
print([c.__name__ for c in Both.__mro__], [c.__name__ for c in Odd.mro()])
for bases in ((Base, Left), (Left, Base), (Left, Left), (Both, Odd)):
    try:
        made = type("Made", bases, {})
        print([c.__name__ for c in made.__mro__])
    except TypeError as e:
        print(str(e).replace("\n", " / "))
s = super(Left, Both(1))
print(s.__thisclass__.__name__, s.__self_class__.__name__, s.__self__, s.size)
try:
    super(Both, Base()).size
except TypeError as e:
    print(e)


def outside(self):
    return super().size


Both.extra = outside
try:
    Both(1).extra()
except RuntimeError as e:
    print(e)
