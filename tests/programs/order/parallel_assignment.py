"""As many targets as values: all values first, then the stores from left to right."""


class Log:
    def __init__(self, name):
        object.__setattr__(self, "name", name)

    def __setattr__(self, attr, value):
        print(f"{self.name}.{attr} = {value}")
        object.__setattr__(self, attr, value)

    def __repr__(self):
        return self.name

    def __setitem__(self, key, value):
        print(f"{self.name}[{key}] = {value}")


def say(v):
    print("say", v)
    return v


def swap(a, b):
    a, b = b, a
    return a, b


def rotate(a, b, c, d):
    [a, b, c, d] = d, c, b, a
    (a, b), (c, d) = (b, a), [d, c]
    return a, b, c, d


def index(x):
    i = 0
    i, x[i] = 1, 5
    x[i], i = i, 2
    return i, x


def fib(n):
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return a


def floats(n):
    x, y = 0.5, 0.0
    for k in range(n):
        x, y = x * x - y * y + 0.25, 2 * x * y + k * 0.01
    return x, y


def unbound():
    a, b = 1, c
    c = a


def raises():
    a = b = "old"
    try:
        a, b = say(1), 1 // 0
    except ZeroDivisionError as e:
        return a, b, str(e)


def generator():
    a, b = (yield 1), (yield 2)
    b, a = a, (yield b)
    yield a, b


print(swap(1, 2), rotate(1, 2, 3, 4), index([7, 8, 9]), fib(100), floats(20))
print(raises())
try:
    unbound()
except UnboundLocalError as e:
    print(e)
g = generator()
print(next(g), g.send("x"), g.send("y"), g.send("z"))
p, q = Log("p"), Log("q")
say(p).a, say(q).b = say(1), say(2)
say(p)[say("k")], say(q)[say("l")], p.c = say(3), say(4), p.a
for k, (m, n) in enumerate([(1, 2), (3, 4)]):
    m, n = n, m
    print(k, m, n)
a, = 1,
[b] = [2]
c = d, e = 3, 4
print(a, b, c, d, e)
*f, h = 1, 2, 3
print(f, h)
a, b = {1: 2}, [3]
print(a, b)
try:
    a, b = 1, 2, 3
except ValueError as e:
    print(e)
