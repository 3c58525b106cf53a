# Code objects: what they say of themselves, copies, and functions that get them.
x = 1
def f(a, b=2, *args, c, d=4, **kw):
    "doc"
    y = a.attr + len(b)
    def inner():
        return y + a
    z = [i for i in args if i]
    return inner, "const", 3.5, (1, 2), z
c = f.__code__
for n in "co_name co_qualname co_argcount co_posonlyargcount co_kwonlyargcount co_varnames co_cellvars co_freevars co_names co_flags co_firstlineno co_nlocals".split():
    print(n, getattr(c, n))
print([k for k in c.co_consts if not hasattr(k, "co_name")])
print([k.co_name for k in c.co_consts if hasattr(k, "co_name")])
inner = f(type("A", (), {"attr": 1})(), "b", c=1)[0]
print(inner.__code__.co_freevars, inner.__code__.co_flags, inner.__closure__ is not None)
print(f.__code__ is f.__code__, f.__code__ == c)
async def co(): pass
async def ag(): yield
def g(): yield
lam = lambda q: q
print(co.__code__.co_flags, ag.__code__.co_flags, g.__code__.co_flags, lam.__code__.co_flags)
class K:
    def m(self): return self.x
    @staticmethod
    def s(): return K
print(K.m.__code__.co_names, K.s.__code__.co_names, K.m.__code__.co_qualname)
r = c.replace(co_name="other", co_firstlineno=100)
print(r.co_name, r.co_firstlineno, r == c, r.co_varnames == c.co_varnames)
g.__code__ = g.__code__.replace(co_flags=g.__code__.co_flags | 0x100)
async def aw():
    return await g()
it = aw().send(None)
print(it, g.__code__.co_flags)
f.__defaults__ = (9,)
f.__kwdefaults__ = {"c": 5, "d": 6}
class B: attr = 3
try:
    print(f(B)[1:])
except TypeError as e:
    print(e)
print(f.__globals__ is globals(), "print" in f.__builtins__, f.__doc__)
import sys
print(sys._getframe().f_locals is globals())
