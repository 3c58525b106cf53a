# An object that is its own special method ends in an exception, never in a dead process.
class C:
    pass


c = C()
C.__call__ = c
try:
    c()
except RecursionError as e:
    print("RecursionError", e)


class D:
    pass


d = D()
D.__get__ = d
D.x = d
try:
    print(d.x)
except (RecursionError, TypeError) as e:
    print(type(e).__name__)


class R:
    pass


R.__repr__ = R.__str__
try:
    str(R())
except RecursionError as e:
    print("RecursionError", e)
