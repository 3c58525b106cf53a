"""Which operator method runs: reflected, subclass priority, NotImplemented on both sides, in-place forms and their fall-back."""

OPS = ["add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul", "and", "or", "xor", "lshift", "rshift"]


class Number:
    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return self.name


def method(op, prefix, answer):
    def run(self, other):
        print(f"  {type(self).__name__}.__{prefix}{op}__({self}, {other!r})")
        return NotImplemented if answer is None else f"{answer}"

    run.__name__ = f"__{prefix}{op}__"
    return run


class Left(Number):
    pass


class Silent(Number):
    pass


class Child(Left):
    pass


class Stubborn(Left):
    pass


for op in OPS:
    setattr(Left, f"__{op}__", method(op, "", "left"))
    setattr(Left, f"__r{op}__", method(op, "r", "rleft"))
    setattr(Silent, f"__{op}__", method(op, "", None))
    setattr(Silent, f"__r{op}__", method(op, "r", None))
    setattr(Child, f"__r{op}__", method(op, "r", "rchild"))
    setattr(Child, f"__i{op}__", method(op, "i", "ichild"))
    setattr(Stubborn, f"__i{op}__", method(op, "i", None))

a, s, c, t = Left("a"), Silent("s"), Child("c"), Stubborn("t")
CODE = {
    "add": lambda x, y: x + y, "sub": lambda x, y: x - y, "mul": lambda x, y: x * y, "truediv": lambda x, y: x / y,
    "floordiv": lambda x, y: x // y, "mod": lambda x, y: x % y, "pow": lambda x, y: x**y, "matmul": lambda x, y: x @ y,
    "and": lambda x, y: x & y, "or": lambda x, y: x | y, "xor": lambda x, y: x ^ y, "lshift": lambda x, y: x << y, "rshift": lambda x, y: x >> y,
}
for op in ("add", "pow", "matmul", "lshift"):
    for x, y in ((a, 1), (1, a), (a, s), (s, a), (s, 1), (1, s), (a, c), (c, a), (a, t), (s, s)):
        try:
            print(op, x, y, CODE[op](x, y))
        except TypeError as e:
            print(op, x, y, "TypeError:", e)


def inplace(x, y):
    x += y
    return x


def inplace_or(x, y):
    x |= y
    return x


def inplace_pow(x, y):
    x **= y
    return x


for f in (inplace, inplace_or, inplace_pow):
    for x, y in ((c, 1), (t, 1), (a, 1), (1, c), (s, 2), (1, 1)):
        try:
            print(f.__name__, x, y, f(x, y))
        except TypeError as e:
            print(f.__name__, x, y, "TypeError:", e)


class Vector:
    def __init__(self, *xs):
        self.xs = list(xs)

    def __iadd__(self, other):
        self.xs = [x + y for x, y in zip(self.xs, other.xs)]
        return self

    def __matmul__(self, other):
        return sum(x * y for x, y in zip(self.xs, other.xs))

    def __divmod__(self, n):
        return Vector(*[x // n for x in self.xs]), Vector(*[x % n for x in self.xs])

    def __rdivmod__(self, n):
        return "rdivmod"

    def __pow__(self, n, modulus=None):
        return f"pow({n}, {modulus})"

    def __repr__(self):
        return f"V{self.xs}"


v = w = Vector(1, 2, 3)
v += Vector(10, 20, 30)
print(v is w, w, v @ v, divmod(v, 4), divmod(7, v), pow(v, 2), pow(v, 2, 5), v**3)
holder = [[1], (2,)]
try:
    holder[1] += (3,)
    t = ([],)
    t[0] += [1]
except TypeError as e:
    print(e, holder, t)
