# differs: CPython 3.11 does not know the syntax of PEP 695 and 696
# Type parameters of functions and classes, `type` statements.
import typing


def first[T](items: list[T], default: T = None) -> T:
    "The first."
    return items[0] if items else default


print(first([1, 2]), first([]), first.__type_params__, first.__doc__, first.__qualname__)
T, = first.__type_params__
print(first.__annotations__ == {"items": list[T], "default": T, "return": T}, type(T).__name__, isinstance(T, typing.TypeVar), T.__module__)
print(T.__bound__, T.__constraints__, T.__default__, T.has_default(), T.__infer_variance__)


class Stack[Item, *Rest, **P]:
    """A stack."""
    size: int = 0
    params = __type_params__

    def __init__(self):
        self.items: list[Item] = []

    def push(self, item: Item) -> None:
        self.items.append(item)

    def kind(self):
        return Item, Rest, P, __class__

    def convert[U](self, f: typing.Callable[[Item], U]) -> "list[U]":
        return [f(i) for i in self.items]


s = Stack()
s.push(3)
print(s.items, s.convert(str), s.kind(), Stack.__type_params__, Stack.params is Stack.__type_params__)
print(Stack.__bases__, Stack.__orig_bases__, Stack.__parameters__, Stack.__mro__[-2:], Stack.__doc__)


class Pair[A, B](dict[A, B]):
    pass


class Sub(Pair[int, str]):
    pass


print(Pair[int, str], Sub.__orig_bases__, Sub.__mro__, Pair[int, str](a=1))
print(Pair.__orig_bases__)

try:
    class Bad[X](typing.Generic[X]):
        pass
except TypeError as e:
    print(type(e).__name__)


# ---- laziness ----
def order[K: Later, V: (int, Later2) = Missing](k: K) -> V: ...


K, V = order.__type_params__
try:
    K.__bound__
except NameError as e:
    print(e)


class Later: ...


Later2 = str
print(K.__bound__.__name__, K.__bound__ is K.__bound__, V.__constraints__, V.has_default())
try:
    V.__default__
except NameError as e:
    print(e)
Missing = int
print(V.__default__)


def mutual[M: N, N: M](): ...


M, N = mutual.__type_params__
print(M.__bound__ is N, N.__bound__ is M)

# ---- aliases ----
type Tree = int | list[Tree]
print(Tree, Tree.__name__, type(Tree).__name__, Tree.__type_params__, Tree.__module__)
print(Tree.__value__)
type Table[Key: str, Value = int] = dict[Key, list[Value]]
print(Table, Table.__type_params__, Table.__value__, Table[str, int], Table[str, int].__origin__ is Table, Table.__parameters__)
for bad in (lambda: Tree[int], lambda: setattr(Tree, "__name__", "x"), lambda: Tree(), lambda: isinstance(1, Tree)):
    try:
        bad()
    except (TypeError, AttributeError) as e:
        print(type(e).__name__)
print(typing.Optional[Tree])


class Space:
    X = "class X"
    Y = int
    type A = tuple[X, Y, Z]
    type B[Q: X] = list[Q]

    def method[R: Y](self, r: R, y: Y) -> "Z":
        return r

    Z = "class Z"


Z = "module Z"
print(Space.A.__value__, Space.B.__type_params__[0].__bound__, Space.method.__annotations__["y"], Space.method.__type_params__[0].__bound__,
      Space.method.__qualname__)
Space.X = "changed"


def scope(n):
    captured = n

    class Inner[T = captured]:
        value = captured

        def get(self):
            return captured, T.__default__

    def inner[T: captured](x: captured = captured):
        return x, T

    type Al[T] = (captured, T)
    return Inner, inner, Al


for made in [scope(i) for i in range(2)]:
    I, f, Al = made
    print(I.__qualname__, I.value, I().get(), f.__qualname__, f(), f.__type_params__[0].__bound__, Al.__value__)


# ---- the soft keyword, decorators, async, generators, defaults ----
type = type
print(type(1))


def decorated(f):
    print("decorating", f.__name__, f.__type_params__)
    return f


@decorated
async def co[T](x: T) -> T:
    return x


@decorated
def gen[T, *Ts](*args: *Ts):
    yield from args
    yield T


@decorated
class Deco[T = int, *Ts, **P = [int, str]]:
    pass


c = co(5)
try:
    c.send(None)
except StopIteration as e:
    print(e.value)
print(list(gen(1, 2)), gen.__annotations__)
print([p.__default__ for p in Deco.__type_params__], Deco.__parameters__)


def generator():
    def local[T](x: T): return T
    yield local.__type_params__[0] is local(1)

    class Local[T]:
        t = T
    yield Local.t is Local.__type_params__[0]
    type L[T] = T
    yield L.__value__ is L.__type_params__[0]


print(list(generator()))


def shadow[T](T):
    return T


print(shadow(4), shadow.__type_params__)


class Meta(type):
    def __new__(m, name, bases, ns, **kw):
        print(name, [b.__name__ for b in bases], "__type_params__" in ns, kw)
        return super().__new__(m, name, bases, ns)


class WithMeta[T](metaclass=Meta, flag=1):
    def f[T2: T](self): return T, T2


print(WithMeta().f(), WithMeta.f.__type_params__[0].__bound__)
bases = (int,)


class Starred[T](*bases):
    pass


print(Starred(5), Starred.__bases__)
