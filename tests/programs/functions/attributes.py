# function objects: attributes, introspection, identity, descriptors, equality
def f(a, b=1, *c, d, e=2, **g):
    "doc of f"
    return a
print(f.__name__, f.__qualname__, f.__doc__, f.__module__, f.__defaults__, f.__kwdefaults__, f.__dict__, f.__annotations__, f.__closure__, type(f).__name__)
f.x = 1; f.y = [2]; print(f.x, f.__dict__, sorted(vars(f)), hasattr(f, "x"), getattr(f, "zz", "none")); del f.x
try: f.x
except AttributeError as e: print(e)
try: del f.x
except AttributeError as e: print(e)
f.__name__ = "renamed"; f.__qualname__ = "Q.renamed"; f.__doc__ = None; print(f.__name__, f.__qualname__, f.__doc__)
try: f()
except TypeError as e: print(e)
for n, v in (("__name__", 5), ("__qualname__", None), ("__dict__", 5)):
    try: setattr(f, n, v); print("set")
    except TypeError as e: print(e)
f.__dict__ = {"k": 1}; print(f.k)
class C:
    def m(self): "m doc"; return self
    s = staticmethod(lambda: 1); c = classmethod(lambda cls: cls)
    def outer(self):
        def inner(): pass
        return inner
    lam = lambda self: 0
c = C()
print(C.m.__qualname__, c.m.__name__, c.m.__doc__, c.m.__self__ is c, c.m.__func__ is C.m, c.outer().__qualname__, C.lam.__qualname__, (lambda: 0).__name__)
print(c.m == c.m, c.m is c.m, c.m == C().m, hash(c.m) == hash(c.m), C.m is C.m, C.s is C.s, C.c == C.c, C.c() is C, c.c() is C, c.m() is c)
try: c.m.z = 1
except AttributeError as e: print(e)
C.m.z = 5; print(c.m.z, C.m.__dict__)
b = f.__get__(7); print(b(d=0), b.__self__, f.__get__(None, int) is f, type(b).__name__)
def ann(a: int, b: "str" = 1, *c: [1], d: 2 ** 3, **e: None) -> dict: pass
print(ann.__annotations__)
ann.__annotations__["z"] = 0; print(list(ann.__annotations__)); ann.__annotations__ = {}; print(ann.__annotations__)
print(f == f, f == ann, f is not ann, f in [ann, f], {f: 1}[f], callable(f), callable(5), callable(C), callable(c), callable(c.m))
print(repr(f)[:22], repr(c.m)[:14], repr(len), repr([].append)[:33], repr(str.upper), repr(C.__init__)[:30], repr(C), repr(type(f)), repr(type(len)), repr(type(c.m)))
def counter():
    counter.n += 1
    return counter.n
counter.n = 0; print(counter(), counter(), counter.n)
def make():
    a = 1; b = 2
    def g(): return a + b
    return g
g = make(); print(len(g.__closure__), [q.cell_contents for q in g.__closure__], g.__qualname__)
try: f < ann
except TypeError as e: print(e)
try: f + 1
except TypeError as e: print(e)
try: f[0]
except TypeError as e: print(e)
try: len(f)
except TypeError as e: print(e)
try: [x for x in f]
except TypeError as e: print(e)
try: f.nope = f.nope2
except AttributeError as e: print(e)
print(int.__add__(1, 2), str.__len__("abc"), list.append.__name__, len.__name__, dict.get.__qualname__, [].pop.__self__, len.__module__)
