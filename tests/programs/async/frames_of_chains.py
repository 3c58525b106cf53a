# Frames of generators and coroutines that wait for one another are callers of the one that runs.
import sys


def where(n=1):
    out, f = [], sys._getframe(n)
    while f:
        out.append((f.f_code.co_name, f.f_lineno))
        f = f.f_back
    return out


def inner():
    yield where()
    yield where()
    try:
        yield where()
    finally:
        print("end", where())


def middle():
    yield from inner()
    yield where()


def outer():
    yield from middle()


for v in outer():
    print(v)


class Pause:
    def __await__(self):
        yield where()
        yield where()


async def leaf(n):
    if n:
        return await leaf(n - 1)
    await Pause()
    print(where())
    await Pause()


async def top():
    await leaf(20)


c = top()
while True:
    try:
        print(c.send(None))
    except StopIteration:
        break


def nested():
    yield from (v for v in [list(outer())[1]])


print(list(nested()))
