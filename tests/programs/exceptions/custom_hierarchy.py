"""Exception classes of one's own: arguments, str and repr, attributes, matching by tuples, re-raising and adding notes by hand."""


class AppError(Exception):
    code = 1

    def __init__(self, message="no message", *details, hint=None):
        super().__init__(message, *details)
        self.hint = hint

    def __str__(self):
        base = str(self.args[0])
        return base + (f" (hint: {self.hint})" if self.hint else "")


class NotFound(AppError, LookupError):
    code = 404


class Denied(AppError, PermissionError):
    code = 403


class Plain(Exception):
    pass


class Valued(ValueError):
    def __init__(self, value):
        self.value = value


class Quiet(Exception):
    def __str__(self):
        return ""


class Loud(Exception):
    def __str__(self):
        raise RuntimeError("no text for you")


class Equal(Exception):
    def __eq__(self, other):
        return isinstance(other, Equal) and self.args == other.args

    def __hash__(self):
        return hash(self.args)


SAMPLES = [
    AppError(), AppError("x", 1, 2), NotFound("page", hint="look again"), Denied("door"), Plain(), Plain("one"), Plain("one", 2),
    Valued(3), Quiet("hidden"), KeyError("k"), KeyError(), KeyError("a", "b"), OSError(2, "gone"), OSError(2, "gone", "file.txt"), OSError("only"),
    UnicodeDecodeError("utf-8", b"\xff", 0, 1, "bad"), StopIteration(5), SystemExit(3), SystemExit(), AssertionError((1, 2)), ImportError("no", name="m"),
]
for e in SAMPLES:
    print(f"{type(e).__name__:20} str={str(e)!r:35} repr={e!r} args={e.args}")


def catch(e):
    try:
        raise e
    except (NotFound, Denied) as caught:
        return f"app {caught.code}"
    except (LookupError, *(ArithmeticError, OSError)) as caught:
        return f"group {type(caught).__name__}"
    except Exception as caught:
        return f"rest {type(caught).__name__}"
    except BaseException as caught:
        return f"base {type(caught).__name__}"


print([catch(e) for e in SAMPLES])
print(catch(ZeroDivisionError()), catch(KeyboardInterrupt()), catch(GeneratorExit()))
for wrong in (3, "text", None, int, [ValueError], (KeyError, (ValueError,))):
    try:
        try:
            raise ValueError("inner")
        except wrong:
            print("caught?")
    except TypeError as e:
        print(type(e).__name__, e, "| context", repr(e.__context__))
for wrong in (3, "text", None, int):
    try:
        raise wrong
    except TypeError as e:
        print(e)
try:
    raise Plain from 3
except TypeError as e:
    print(e)
try:
    raise NotFound
except AppError as e:
    print(repr(e), e.code, e.hint, isinstance(e, LookupError))
e = OSError(13, "closed", "a", None, "b")
print(type(e).__name__, e, e.errno, e.strerror, e.filename, e.filename2)
e.errno, e.extra = 99, "more"
print(e.errno, e.extra, vars(e), e.args)
print(Equal(1) == Equal(1), Equal(1) == Equal(2), len({Equal(1), Equal(1), Equal(2)}), Plain(1) == Plain(1))
try:
    print(str(Loud()))
except RuntimeError as e:
    print(e)
noted = Plain("noted")
noted.add_note("first")
noted.add_note("second line")
print(noted.__notes__, noted)
try:
    noted.add_note(3)
except TypeError as e:
    print(e)
changed = Plain("a")
changed.args = ("b", "c")
print(changed, changed.with_traceback(None) is changed, changed.__traceback__, changed.__suppress_context__)
try:
    changed.args = 3
except TypeError as e:
    print(e)
