"""Long chains of `yield from`: values, results, errors, re-entry and contexts at every depth."""

import sys


def leaf(n):
    for i in range(n):
        got = yield i
        if got is not None:
            yield ("got", got)
    return ("leaf", n)


def wrap(depth, n):
    if depth == 0:
        return (yield from leaf(n))
    r = yield from wrap(depth - 1, n)
    return (depth, r) if depth < 3 else r


def result(depth, n, out):
    out.append((yield from wrap(depth, n)))


out = []
print(list(result(5, 4, out)), out)


def several(depth):
    for k in range(3):
        r = yield from wrap(depth, k)
        yield ("between", k, r)


def outer(depth):
    yield from several(depth)
    yield from several(depth)
    return "end"


def top():
    r = yield from outer(3)
    yield r


print(list(top()))


def failing(n):
    yield 1
    yield 2
    raise KeyError(n)


def through(n, depth):
    if depth:
        yield from through(n, depth - 1)
    else:
        yield from failing(n)


def catching(n):
    try:
        yield from through(n, 4)
    except KeyError as e:
        yield ("caught", e.args, e.__context__)
        try:
            yield from through(n + 1, 2)
        except KeyError as e2:
            yield ("again", e2.args, e2.__context__)
            raise ValueError("from handler")


def lines(e):
    n = []
    tb = e.__traceback__
    while tb:
        n.append(tb.tb_lineno)
        tb = tb.tb_next
    return n


def run(g):
    try:
        for x in g:
            print("  ", x)
    except Exception as e:
        print(type(e).__name__, e, type(e.__context__).__name__, lines(e))


run(catching(7))
run(through(1, 6))


class Box:
    gen = None


def again(box, depth):
    if depth:
        yield from again(box, depth - 1)
        return
    yield "first"
    try:
        next(box.gen)
    except ValueError as e:
        yield str(e)
    yield box.gen.gi_running
    yield box.gen.gi_yieldfrom is not None


box = Box()
box.gen = again(box, 5)
print(list(box.gen), box.gen.gi_running)
middle = again(box, 3)
box.gen = middle


def over(g):
    yield from g


print(list(over(over(middle))))


def stopping():
    yield 1
    raise StopIteration(5)


run(over(over(over(stopping()))))


def closing(log, depth):
    try:
        if depth:
            yield from closing(log, depth - 1)
        else:
            yield "a"
            yield "b"
    finally:
        log.append(depth)


log = []
g = closing(log, 4)
print(next(g), next(g))
g.close()
print(log)
log = []
g = closing(log, 3)
next(g)
try:
    g.throw(OSError("thrown"))
except OSError as e:
    print(log, e)
log = []
print(list(closing(log, 3)), log)
g = wrap(4, 3)
print(next(g), g.send("hello"), next(g), list(g))


def handling(depth):
    try:
        raise RuntimeError(depth)
    except RuntimeError:
        if depth:
            yield from handling(depth - 1)
        else:
            yield repr(sys.exc_info()[1])
            yield repr(sys.exc_info()[1])
        yield repr(sys.exc_info()[1])


print(list(handling(3)), sys.exc_info())


def from_handler():
    try:
        raise LookupError("outside")
    except LookupError:
        yield from over(over(seen()))


def seen():
    yield repr(sys.exc_info()[1])
    yield repr(sys.exc_info()[1])


print(list(from_handler()))


class Tree:
    def __init__(self, left, value, right):
        self.left, self.value, self.right = left, value, right

    def __iter__(self):
        if self.left:
            yield from self.left
        yield self.value
        if self.right:
            yield from self.right


def build(low, high):
    if low >= high:
        return None
    m = (low + high) // 2
    return Tree(build(low, m), m, build(m + 1, high))


print(sum(build(0, 5000)), list(build(0, 20)))
a, b = iter(build(0, 10)), iter(build(0, 10))
print([next(a) + next(b) for _ in range(9)])
shared = leaf(6)


def share():
    yield from shared


x, y = share(), over(share())
print(next(x), next(y), next(x), next(y), list(x), list(y))
