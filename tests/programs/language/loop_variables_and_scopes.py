"""What names mean: loop variables after loops, class scopes, nested nonlocal and global, del and rebinding, comprehension scopes."""

for i in range(3):
    pass
print(i)
for j in []:
    pass
try:
    print(j)
except NameError as e:
    print(e)
print([i for i in "ab"], i, {k: v for k, v in enumerate("xy")})
functions = [lambda: i for i in range(3)]
print([f() for f in functions], [f() for f in [lambda i=i: i for i in range(3)]])
i = "outer"
print([(lambda: i)() for _ in range(2)])


class Scope:
    x = 1
    y = [w for w in [x, x]]
    try:
        z = [x + w for w in range(2) if x]
    except NameError as e:
        z = str(e)
    x = 2

    def method(self):
        return x

    def get(self):
        return self.x, Scope.x, __class__.x

    f = lambda: x
    g = lambda x=x: x


x = "module"
print(Scope.y, Scope.z, Scope().method(), Scope().get(), Scope.f(), Scope.g())


def outer():
    x, log = 1, []

    def middle():
        nonlocal x
        x += 1

        def inner():
            nonlocal x
            x *= 10
            log.append(x)
            return lambda: (x, log)

        return inner

    class Inside:
        x = "class"
        log.append(x)

        def show(self):
            return x

    inner = middle()
    read = inner()
    middle()
    return read(), Inside().show(), Inside.x, x


print(outer(), x)


def use_global():
    global x, made_here
    x = "changed"
    made_here = 1

    def reader():
        return x

    x = x.upper()
    return reader()


print(use_global(), x, made_here)


def unbound(flag):
    if flag:
        value = 1
    try:
        return value
    except UnboundLocalError as e:
        return str(e)


print(unbound(True), unbound(False))


def deleting():
    a = 1
    f = lambda: a
    del a
    try:
        return f()
    except NameError as e:
        return str(e)


print(deleting())


def handler_name():
    e = "before"
    try:
        raise ValueError(1)
    except ValueError as e:
        pass
    try:
        return e
    except UnboundLocalError as error:
        return str(error)


print(handler_name())


def walrus(data):
    total = [y := 1, y + 1, (y := y * 5)]
    hits = [last := d for d in data if (n := d * 2) > 2]
    return total, y, hits, last, n, (lambda: (m := 3) + m)()


print(walrus([1, 2, 3]))
count = 0
squares = [count := count + q for q in range(5)]
print(squares, count)


def shadow(len, *, print=str.upper):
    return len, print("x")


print(shadow(3), len("abc"))
x = [[x for x in range(x)] for x in range(4)]
print(x, [y for x in x for y in x if y])
