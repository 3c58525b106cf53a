"""Subclasses of built-in numbers and sequences that convert, iterate or compare in their own way, where built-ins ask them or do not."""

import math


class H(float):
    def __float__(self):
        return 12.0


class K(int):
    def __float__(self):
        return 7.5

    def __int__(self):
        return 40

    def __index__(self):
        return 50


class Plain(float):
    pass


class Wrong(int):
    def __float__(self):
        return 1


class Sub(float):
    def __float__(self):
        return Plain(3.25)


def show(label, f):
    try:
        r = f()
        print(label, repr(r), type(r).__name__)
    except Exception as e:
        print(label, type(e).__name__, e)


for name, x in (("H", H(1.5)), ("K", K(3)), ("Plain", Plain(2.5)), ("Wrong", Wrong(4)), ("True", True), ("big", 2**70), ("too big", 10**400)):
    show(f"float {name}", lambda: float(x))
    show(f"complex {name}", lambda: complex(x))
    show(f"sqrt {name}", lambda: math.sqrt(x))
    show(f"percent {name}", lambda: "%f" % x)
    show(f"add {name}", lambda: x + 0.5)
    show(f"sum {name}", lambda: sum([0.5, x]))
    show(f"int {name}", lambda: int(x))
    show(f"Plain of {name}", lambda: Plain(x))
    show(f"hypot {name}", lambda: math.hypot(x, 0))
    show(f"round {name}", lambda: round(x, 1))
    show(f"format {name}", lambda: format(x, ".2f"))
    show(f"compare {name}", lambda: (x < 3.0, x == 3, x > 2))


class E(list):
    pass


class F(list):
    def __iter__(self):
        return iter([7])


class G(list):
    def __iter__(self):
        for i in range(len(self)):
            yield self[i] * 10


for cls in (list, E, F, G):
    e = cls([1, 2])
    e += e
    print(cls.__name__, list.__repr__(e), len(e))
    e = cls([1, 2])
    e.extend(e)
    print(cls.__name__, list.__repr__(e), list(e), [*e], tuple(e), sorted(e))
    e = cls([1, 2])
    e[1:1] = e
    print(cls.__name__, list.__repr__(e), list.__repr__(e + e), list.__repr__(e * 2), list(reversed(e)))
b = bytearray(b"ab")
b.extend(b)
try:
    b += b
except BufferError as e:
    print(e)
empty = bytearray()
empty += empty
print(b, empty)


class T(tuple):
    def __iter__(self):
        return iter("xyz")


t = T((1, 2))
out = []
out += t
out.extend(t)
print(out, [*t], list(t), tuple(t), len(t), t[0], t + (3,), "".join(T("ab")) if False else None)
d = {1: 2}
d.update(d)
s = {1, 2}
s |= s
s.update(s)
s ^= s
print(d, s)
