# What object.__reduce_ex__ makes of instances of several kinds.
import copyreg


class Plain:
    pass


class Slots:
    __slots__ = ("a", "__b", "c")


class SlotsAndDict(Slots):
    pass


class Args:
    def __new__(cls, *args, **kw):
        return super().__new__(cls)

    def __getnewargs_ex__(self):
        return (1, 2), {"k": 3}


class Listy(list):
    pass


class Dicty(dict):
    pass


class Inty(int):
    pass


class Stateful:
    def __getstate__(self):
        return "state"


def show(o):
    for protocol in (2, 4):
        r = o.__reduce_ex__(protocol)
        shown = [getattr(r[0], "__name__", r[0]), r[1], r[2]] + [list(x) if x is not None else None for x in r[3:]]
        print(protocol, shown)


p = Plain()
show(p)
p.x = 1
show(p)
print(p.__getstate__(), Plain().__getstate__(), object().__getstate__())
s = Slots()
print(s.__getstate__())
s.a = 1
s._Slots__b = 2
show(s)
print(Slots.__slotnames__)
sd = SlotsAndDict()
sd.a = 5
sd.z = 6
show(sd)
show(Args())
show(Listy([1, 2]))
show(Dicty(a=1))
show(Inty(5))
show(Stateful())
for bad in (lambda: (i for i in ()).__reduce_ex__(2), lambda: p.__reduce_ex__("x")):
    try:
        bad()
    except TypeError as e:
        print(e)
print(p.__reduce__()[0].__name__, p.__reduce__()[1:])
try:
    s.__reduce__()
except TypeError as e:
    print(e)


class Bad:
    def __getnewargs__(self):
        return [1]


try:
    Bad().__reduce_ex__(2)
except TypeError as e:
    print(e)
