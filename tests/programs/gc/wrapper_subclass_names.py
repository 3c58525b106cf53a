# The names a classmethod or staticmethod copies live where the attributes of its Python subclass live.
import abc
import gc


class Noted(classmethod):
    pass


class Slotted(staticmethod):
    def __init__(self, f, note):
        self.before = note
        super().__init__(f)
        self.after = note * 2


def make(i):
    def f(cls):
        "What f does."
        return cls.__name__, i
    return f


kept = [(Noted(make(i)), Slotted(make(i), str(i))) for i in range(300)]
gc.collect()
garbage = [[i] for i in range(200000)]
gc.collect()
for c, s in kept[::100]:
    print(c.__name__, c.__doc__, c.__wrapped__ is c.__func__, sorted(vars(c)))
    print(s.before, s.after, s.__qualname__, s(int), sorted(vars(s)))


class Base(abc.ABC):
    @abc.abstractclassmethod
    def made(cls):
        "Makes one."
    @abc.abstractstaticmethod
    def said():
        "Says it."


gc.collect()
print(sorted(Base.__abstractmethods__), Base.__dict__["made"].__doc__, Base.__dict__["said"].__name__)
try:
    Base()
except TypeError as e:
    print(e)
