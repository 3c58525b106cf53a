"""functools: reduce, cmp_to_key, partial and lru_cache."""
import copy
import functools
import pickle
import weakref


def shown(f, *args, **kw):
    try:
        return f(*args, **kw)
    except Exception as e:
        return f"{type(e).__name__}: {e}"


def spread(*args, **kw):
    return args, kw


# reduce
add = lambda a, b: a + b
print(functools.reduce(add, [1, 2, 3]), functools.reduce(add, [], 5), functools.reduce(add, "ab", "x"))
print(shown(functools.reduce, add, []), shown(functools.reduce, add, 5), shown(functools.reduce, add))

# cmp_to_key
key = functools.cmp_to_key(lambda a, b: (a > b) - (a < b))
print(sorted([3, 1, 2], key=key), key(1) < key(2), key(1) == key(1), key(5).obj, shown(key))
print(shown(lambda: key(1) < 1), shown(hash, key(1)), shown(functools.cmp_to_key), key(obj=3).obj)

# partial
p = functools.partial(spread, 1, a=2)
print(p(), p(3, b=4), p(a=5), p.args, p.keywords, p.func is spread)
q = functools.partial(p, 9, b=8)
print(q.args, q.keywords, q.func is spread, q(10, a=11))
print(shown(functools.partial), shown(functools.partial, 3), shown(setattr, p, "args", ()))
p.note = "kept"
q = functools.partial(p, 9)
print(p.__dict__, q.func is p, q.args)
print(functools.partial(int, "10", base=2), functools.partial(int, "10", base=2)())
print(functools.partial(spread, *range(20))(*range(20)))
r = functools.partial(spread)
r.__setstate__((r, (r,), {}, {}))
print(repr(r))
r.__setstate__((spread, (), {}, {}))
for bad in (None, (), (spread, (), {}), (spread, None, {}, {}), (None, (), {}, {}), (spread, (), [], {})):
    print(shown(r.__setstate__, bad))


class Sub(functools.partial):
    pass


s = Sub(spread, 1)
s.extra = [1]
t = pickle.loads(pickle.dumps(functools.partial(divmod, 7)))
print(t(2), copy.copy(s).extra is s.extra, copy.deepcopy(s).extra is s.extra, type(copy.copy(s)).__name__)
print(weakref.ref(p)() is p, functools.partial[int])


# lru_cache
@functools.lru_cache(maxsize=2)
def square(x):
    print("square", x)
    return x * x


print([square(v) for v in (1, 2, 1, 3, 2, 1)], square.cache_info(), square.cache_parameters())
square.cache_clear()
print(square.cache_info(), square(3), square(3.0), square(x=3), square.cache_info(), square.__wrapped__(4))


@functools.lru_cache(maxsize=None, typed=True)
def typed(*args, **kw):
    return [args, kw]


print(typed(1), typed(1.0), typed(True), typed(1) is typed(1), typed(a=1, b=2) is typed(b=2, a=1))
print(typed.cache_info())


@functools.cache
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


print(fib(120), fib.cache_info())


@functools.lru_cache(0)
def never(x):
    return [x]


print(never(1) is never(1), never.cache_info())
print(shown(fib, []), shown(functools.lru_cache, "x"), shown(functools.lru_cache(10), 5))


class Bag:
    @functools.lru_cache
    def get(self, n):
        return [n]


b = Bag()
print(b.get(1) is b.get(1), Bag.get.cache_info(), Bag.get.__name__, copy.copy(fib) is fib, copy.deepcopy(fib) is fib)
print(pickle.loads(pickle.dumps(fib)) is fib)


# keys whose comparison clears the cache, and calls that fill it
class Key:
    def __init__(self, n):
        self.n = n

    def __hash__(self):
        return 1

    def __eq__(self, other):
        if wild:
            held.cache_clear()
        return self.n == other.n


wild = False


@functools.lru_cache(maxsize=2)
def held(k):
    return k.n


print([held(Key(n)) for n in (1, 2, 3, 2, 1)], held.cache_info())
wild = True
print([held(Key(n)) for n in (1, 2, 3, 2, 1)])
wild = False
print([held(Key(n)) for n in (1, 2, 3, 2, 1)])


@functools.lru_cache(maxsize=3)
def deep(n):
    return 0 if n == 0 else 1 + deep(n - 1)


print(deep(50), deep.cache_info(), [deep(n) for n in range(8)], deep.cache_info())
