# contextlib: managers by generators, ExitStack, suppress, closing, reusable decorators
import io
from contextlib import (AsyncExitStack, ContextDecorator, ExitStack, asynccontextmanager, closing, contextmanager, nullcontext, redirect_stdout, suppress)

trace = []


@contextmanager
def resource(name, swallow=()):
    trace.append(f"+{name}")
    try:
        yield name.upper()
    except swallow as error:
        trace.append(f"!{name}:{error}")
    finally:
        trace.append(f"-{name}")


def show(title):
    print(f"{title}: {' '.join(trace)}")
    trace.clear()


with ExitStack() as stack:
    names = [stack.enter_context(resource(n)) for n in "abc"]
    stack.callback(trace.append, "callback")
    stack.push(lambda kind, value, tb: trace.append(f"push {kind}"))
print(names)
show("nested")
with ExitStack() as stack:
    stack.enter_context(resource("outer", ValueError))
    stack.enter_context(resource("inner"))
    raise ValueError("lost")
show("swallowed")
try:
    with ExitStack() as stack:
        stack.callback(lambda: 1 / 0)
        stack.enter_context(resource("r"))
        raise KeyError("first")
except ZeroDivisionError as error:
    show(f"{error!r} from {error.__context__!r}")
with ExitStack() as stack:
    stack.enter_context(resource("kept"))
    kept = stack.pop_all()
show("popped")
kept.close()
show("closed")


class timed(ContextDecorator):
    def __enter__(self):
        trace.append("start")
        return self

    def __exit__(self, *exc):
        trace.append(f"stop {exc[0] and exc[0].__name__}")
        return False


@timed()
def add(a, b):
    return a + b


@resource("decorated")
def twice(a):
    return a * 2


print(add(2, 3), twice(4), twice("x"))
show("decorators")
with suppress(ZeroDivisionError, LookupError):
    [][1]
    print("never")
buffer = io.StringIO()
with redirect_stdout(buffer), closing(io.StringIO("text")) as text, nullcontext(5) as five:
    print("captured", text.read(), five)
print(repr(buffer.getvalue()), text.closed)


@contextmanager
def twice_yielding():
    yield 1
    yield 2


@contextmanager
def never_yielding():
    if False:
        yield


for make in (twice_yielding, never_yielding):
    try:
        with make():
            pass
    except RuntimeError as error:
        print(error)
try:
    with object():
        pass
except TypeError as error:
    print(error)


class pause:
    def __await__(self):
        yield


@asynccontextmanager
async def link(name):
    trace.append(f"open {name}")
    await pause()
    try:
        yield name
    finally:
        await pause()
        trace.append(f"shut {name}")


async def rest():
    await pause()


async def main():
    async with AsyncExitStack() as stack:
        got = [await stack.enter_async_context(link(n)) for n in ("x", "y")]
        stack.push_async_callback(rest)
        stack.enter_context(resource("sync"))
        return got


running = main()
steps = 0
while True:
    try:
        running.send(None)
        steps += 1
    except StopIteration as stop:
        print(stop.value, steps)
        break
show("async")
