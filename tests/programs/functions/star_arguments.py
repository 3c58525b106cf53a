# * and **: packing, unpacking, copies, order, forwarding
def f(*a, **k): return a, k
print(f(), f(*[]), f(**{}), f(*[], **{}), f(*"ab", *"cd"), f(1, *(2,), 3, *[4]), f(*range(3), x=1, **{"y": 2}, z=3))
t = (1, 2)
def ident(*a): return a is t, a == t, type(a)
print(ident(*t))
d = {"a": 1}
def mut(**k): k["b"] = 2; return k
print(mut(**d), d, mut(**d) is d)
def fwd(*a, **k): return f(*a, **k)
def wrap(fn): return lambda *a, **k: fn(*a, **k)
print(fwd(1, 2, x=3), wrap(wrap(fwd))(1, y=2))
print(f(self=1, args=2, a=3, k=4, fn=5))
def g(self, a, *args, kw=0, **kwargs): return self, a, args, kw, kwargs
print(g(1, 2), g(1, 2, 3, kw=4, z=5), g(a=1, self=2), g(*[1, 2, 3], **{"kw": 9, "q": 1}), g(1, *(2, 3), **dict(p=1)))
print(f(*{"x": 1, "y": 2}), f(*{3}), f(*(i * i for i in range(4))), f(*b"ab"), f(*{}.items()), f(**{"odd name": 1, "": 2, "class": 3}))
print(max(*[3, 9, 2]), min(*"hello"), sorted(*[[3, 1]], **{"reverse": True}), print(*"abc", sep="-", **{"end": "!\n"}), dict(**{"a": 1}, b=2), "{}{x}".format(*[1], **{"x": 2}))
class It:
    def __init__(self): self.n = 0
    def __iter__(self): return self
    def __next__(self):
        self.n += 1
        if self.n > 3: raise StopIteration
        return self.n
print(f(*It()))
class Old:
    def __getitem__(self, i):
        if i > 2: raise IndexError
        return i * 10
print(f(*Old()), [*Old()], {*Old()} == {0, 10, 20})
class M:
    def __init__(self, **k): self.k = k
    def keys(self): return self.k
    def __getitem__(self, n): return self.k[n] * 2
print(f(**M(a=1, b=2)), {**M(x="y")}, dict(M(q=1)))
class Bad:
    def __iter__(self): raise ValueError("iter failed")
class Bad2:
    def __iter__(self): return 5
class Bad3:
    def keys(self): return 5
class Bad4:
    def keys(self): return ["a"]
class Bad5:
    def __iter__(self): yield 1; raise KeyError("mid")
for b in (lambda: f(*Bad()), lambda: f(*Bad2()), lambda: f(**Bad3()), lambda: f(**Bad4()), lambda: f(*Bad5()), lambda: f(1, *Bad()), lambda: [*Bad2()], lambda: {**Bad4()}, lambda: {**5}, lambda: [*5], lambda: (*None,)):
    try: print(b())
    except Exception as e: print(type(e).__name__, e)
def rec(*a): return a if len(a) > 4 else rec(*a, len(a))
print(rec(), rec("z"))
def acc(first, *rest): return first if not rest else first + acc(*rest)
print(acc(*range(1, 50)), acc(*["a", "b"]))
def count(*a, **k): return len(a), len(k)
print(count(*range(300)), count(**{f"k{i}": i for i in range(300)}), count(*range(40), **{f"k{i}": i for i in range(40)}))
a, *b = f(1, 2)[0]; print(a, b); (x, *y), z = f(*"ab")[0], 5; print(x, y, z)
