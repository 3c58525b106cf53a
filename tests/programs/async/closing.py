# What aclose, athrow and asend do to async generators that have ended or not begun.
async def g():
    yield 1
async def attempt(make):
    try:
        print("value", await make())
    except BaseException as e: print(repr(e))
async def main():
    a = g()
    async for x in a: pass
    await attempt(a.aclose)
    await attempt(lambda: a.athrow(ValueError("x")))
    await attempt(lambda: a.asend(None))
    w = a.aclose()
    await attempt(lambda: w)
    await attempt(lambda: w)
    a = g()
    await a.asend(None)
    await a.aclose()
    await attempt(a.aclose)
    await attempt(lambda: a.athrow(ValueError("x")))
    a = g()
    await attempt(a.aclose)
    await attempt(a.aclose)
    await attempt(lambda: a.asend(None))
    a = g()
    await attempt(lambda: a.athrow(ValueError("first")))
    await attempt(lambda: a.athrow(ValueError("second")))
    await attempt(a.aclose)
    a = g()
    it = a.aclose()
    try: it.throw(ValueError("in init"))
    except BaseException as e: print(repr(e))
    await attempt(lambda: a.asend(None))
    a = g()
    it = a.athrow(KeyError)
    it.close()
    await attempt(lambda: it)
    for m in (lambda: a.asend(None).send(3), lambda: a.athrow(ValueError).send(5)):
        try: m()
        except BaseException as e: print(repr(e))
try: main().send(None)
except StopIteration: pass
