# except*: which parts each clause gets, what goes on, and what sys.exc_info says inside.
import sys


def run(exc, *bodies):
    """Clauses for ValueError, (TypeError, KeyError) and OSError, whose bodies may raise."""
    out = []
    try:
        try:
            raise exc
        except* ValueError as e:
            out.append(("V", e, sys.exc_info()[1] is e))
            if "v" in bodies:
                raise IndexError("v")
            if "r" in bodies:
                raise
            if "e" in bodies:
                raise e
        except* (TypeError, KeyError) as e:
            out.append(("TK", e))
            if "t" in bodies:
                raise IndexError("t")
            if "r" in bodies:
                raise
        except* OSError:
            out.append("O")
            try:
                raise LookupError("inner")
            except LookupError:
                pass
        else:
            out.append("else")
        finally:
            out.append("finally")
    except BaseException as e:
        out.append(("on", e, e.__context__, e.__cause__, e.__traceback__ is not None))
        if isinstance(e, BaseExceptionGroup):
            out.append([(x, x.__context__) for x in e.exceptions])
    print(out, sys.exc_info())


def make():
    return ExceptionGroup("top", [ValueError(1), ExceptionGroup("deep", [TypeError(2), ValueError(3), OSError(4, "four")]), ZeroDivisionError(5)])


run(make())
run(make(), "v")
run(make(), "v", "t")
run(make(), "r")
run(make(), "e")
run(make(), "r", "t")
run(ValueError("naked"))
run(ValueError("naked"), "v")
run(ValueError("naked"), "r")
run(ValueError("naked"), "e")
run(KeyError("naked"), "t")
run(ZeroDivisionError("unhandled"))
run(ExceptionGroup("all", [ValueError(1), ValueError(2)]))
run(BaseExceptionGroup("base", [KeyboardInterrupt(), ValueError(2)]))
noted = ExceptionGroup("noted", [ValueError(1), OSError(2), IndexError(3)])
noted.add_note("a note")
run(noted, "r")
try:
    pass
except* ValueError:
    print("no")
else:
    print("else")

for cls in (ExceptionGroup, BaseExceptionGroup, (ValueError, ExceptionGroup), 3, (int, ValueError), int):
    try:
        try:
            raise make()
        except* cls:
            print("caught")
    except Exception as e:
        print(type(e), e, e.__context__)


class Derived(ExceptionGroup):
    def __new__(cls, message, excs, code):
        self = super().__new__(cls, message, excs)
        self.code = code
        return self

    def derive(self, excs):
        return Derived(self.message, excs, self.code + 1)


try:
    try:
        raise Derived("d", [ValueError(1), OSError(2)], 7)
    except* ValueError as e:
        print(type(e), e.code, e.exceptions)
except* OSError as e:
    print(type(e), e.exceptions[0].code if hasattr(e.exceptions[0], "code") else e.code)


def gen():
    try:
        yield 1
    except* ValueError as e:
        got = yield ("in", e)
        yield (got, e)
    yield "after"


g = gen()
print(next(g), g.throw(ExceptionGroup("g", [ValueError(1)])), sys.exc_info(), g.send("sent"), next(g))


def loop():
    for i in range(3):
        try:
            raise ExceptionGroup("i", [ValueError(i)])
        except* ValueError as e:
            for _ in range(2):
                if i == 1:
                    break
                print(i, e)
    try:
        e
    except UnboundLocalError as x:
        print(x)


loop()


class C:
    try:
        raise ExceptionGroup("c", [ValueError()])
    except* ValueError as e:
        found = e.message
    print(found, "found" in dir())


def nested():
    try:
        try:
            raise make()
        except* ValueError:
            try:
                raise ExceptionGroup("second", [TypeError("t"), OSError("o")])
            except* TypeError:
                raise IndexError("from inside")
    except* (IndexError, OSError) as e:
        print("nested", repr(e))


try:
    nested()
except* Exception as e:
    print("rest", repr(e))
