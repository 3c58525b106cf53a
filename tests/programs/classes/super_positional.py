# super() looks at the first positional argument; *args and keyword-only arguments are none.
class Base:
    def v(self): return 10
class Derived(Base):
    def star(*a): return super().v()
    def only(*, self=None): return super().v()
    def keys(**k): return super().v()
    def second(self, *a, k=1): return super().v() + k
    def posonly(self, /, *a): return super().v()
    def generator(*a): yield super().v()
    def positional(self): yield super().v()
    thunk = lambda *a: super().v()

def attempt(f, *args, **kwargs):
    try:
        r = f(*args, **kwargs)
        return r if isinstance(r, int) else list(r)
    except (RuntimeError, TypeError) as e:
        return f'{type(e).__name__}: {e}'

d = Derived()
print(attempt(d.star), attempt(Derived.only, self=d), attempt(Derived.keys, self=d))
print(attempt(d.second, 1, k=2), attempt(d.posonly, 1), attempt(d.generator), attempt(d.positional), attempt(d.thunk))

# What __init_subclass__ of object says names the class by its qualified name.
def make(*bases, **keywords):
    class Local(*bases, **keywords): pass
    return Local
for keywords in ({}, {'a': 1}):
    try: print(make(Base, **keywords).__qualname__)
    except TypeError as e: print(e)
try: Derived.__init_subclass__(1)
except TypeError as e: print(e)
