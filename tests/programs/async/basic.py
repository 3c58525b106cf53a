# Coroutines driven by hand: what send, throw and close do, and the order of evaluation.



class Ask:
    def __init__(self, value):
        self.value = value

    def __await__(self):
        got = yield ("ask", self.value)
        return got


async def add(a, b):
    x = await Ask(a)
    y = await Ask(b)
    return x + y


def drive(coro, answers=()):
    answers = iter(answers)
    sent = None
    while True:
        try:
            out = coro.send(sent)
        except StopIteration as e:
            return e.value
        print("  out", out)
        sent = next(answers, None)


print(drive(add(1, 2), [10, 20]))


async def nested(n):
    if n == 0:
        return await Ask("leaf")
    return await nested(n - 1) + 1


print(drive(nested(5), [100]))


def show(label):
    print("eval", label)
    return label


async def order():
    return [show(1), await Ask(2), show(3), (await Ask(4), show(5)), {show(6): await Ask(7)}]


print(drive(order(), "abc"))


class Items:
    def __init__(self, *items):
        self.items = list(items)

    def __aiter__(self):
        return self

    async def __anext__(self):
        if not self.items:
            raise StopAsyncIteration
        return await Ask(self.items.pop(0))


async def loop():
    total = []
    async for x in Items(1, 2, 3):
        if x == "skip":
            continue
        total.append(x)
    else:
        total.append("else")
    async for x in Items(1, 2, 3):
        total.append(x)
        if x == "stop":
            break
    else:
        total.append("never")
    return total


print(drive(loop(), ["a", "skip", "c", "d", "stop"]))


class Manager:
    def __init__(self, name, swallow=False):
        self.name, self.swallow = name, swallow

    async def __aenter__(self):
        print("enter", self.name, await Ask("enter"))
        return self.name

    async def __aexit__(self, kind, value, tb):
        print("exit", self.name, kind, value, tb is not None, await Ask("exit"))
        return self.swallow


async def managed(fail):
    async with Manager("a", True) as a, Manager("b") as b:
        print(a, b)
        if fail:
            raise ValueError("inside")
        return "returned"
    return "swallowed"


print(drive(managed(False)))
print(drive(managed(True)))


async def comps():
    a = [x async for x in Items(1, 2)]
    b = {x: y async for x in Items(3) for y in [await Ask("y")]}
    c = {x async for x in Items(4, 5) if await Ask("cond")}
    d = [await Ask(i) for i in range(2)]
    e = [[y async for y in Items(x)] for x in range(2)]
    return a, b, sorted(c), d, e


print(drive(comps(), ["1", "2", "3", "y!", "4", True, "5", False, "d0", "d1", "e0", "e1"]))


async def agen(n):
    try:
        for i in range(n):
            got = yield i
            print("got", got)
            await Ask(i)
    finally:
        print("agen ends")


async def use_agen():
    out = []
    async for x in agen(3):
        out.append(x)
    g = agen(5)
    out.append(await g.__anext__())
    out.append(await g.asend("hello"))
    await g.aclose()
    try:
        await g.__anext__()
    except StopAsyncIteration:
        out.append("stopped")
    g = agen(5)
    await g.asend(None)
    try:
        await g.athrow(KeyError("k"))
    except KeyError as e:
        out.append(repr(e))
    return out, [x async for x in (i * 2 async for i in agen(2))]


print(drive(use_agen()))


async def fails():
    raise ValueError("boom")


async def catches():
    try:
        await fails()
    except ValueError as e:
        return "caught " + str(e)


print(drive(catches()))

c = add(1, 2)
print(c.send(None))
try:
    c.throw(KeyError("thrown"))
except KeyError as e:
    print(repr(e))
for op in (lambda: c.send(None), lambda: c.throw(ValueError), lambda: c.close()):
    try:
        print(op())
    except RuntimeError as e:
        print(e)
c = add(1, 2)
try:
    c.send(5)
except TypeError as e:
    print(e)
c.close()


async def awaits(x):
    return await x


for bad in (1, None, [], (i for i in ())):
    try:
        drive(awaits(bad))
    except TypeError as e:
        print(e)


async def d(x):
    return await anext(x, "default"), await anext(aiter(x), "none")


print(drive(d(Items(5)), ["five"]))
print(add.__name__, type(c).__name__)
