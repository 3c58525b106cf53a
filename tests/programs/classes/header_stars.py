class A:
    def __init_subclass__(cls, **kw):
        print(cls.__name__, sorted(kw.items()))
        super().__init_subclass__()
class B: pass
bs = (A, B)
kw = {"x": 1, "y": 2}
class D(*bs, **kw): pass
print(D.__mro__)
class E(A, *[B], z=3, **kw, w=4): pass
class F(*[], *()): pass
print(F.__mro__, F.__bases__)
def g():
    yield A
    yield B
class G(*g(), **{}): pass
try:
    class H(*5): pass
except TypeError as e: print(e)
try:
    class H(A, *5): pass
except TypeError as e: print(e)
try:
    class H(**5): pass
except TypeError as e: print(e)
try:
    class H(A, x=1, **{"x": 2}): pass
except TypeError as e: print(e)
try:
    class H(A, **{1: 2}): pass
except TypeError as e: print(e)
try:
    class H(*[1]): pass
except TypeError as e: print(e)
class I(A, **{"metaclass": type}): pass
print(type(I))
class J(*bs):
    x = 1
    def f(self): return __class__, super().__init__
print(J().f()[0])
try:
    class H(A, *(lambda: 1/0)()): pass
except ZeroDivisionError as e: print(e)
class M(dict, **kw if 0 else {}): pass
print(M(a=1))
