# built-in exception classes: constructors, args, str, repr, attributes, hierarchy
def t(*fs):
    for f in fs:
        try: r = f(); print(repr(r), str(r), r.args if isinstance(r, BaseException) else "", end="; ")
        except Exception as e: print(f"{type(e).__name__}: {e}", end="; ")
    print()
t(lambda: ValueError(), lambda: ValueError("a"), lambda: ValueError("a", 1), lambda: ValueError(None), lambda: KeyError("k"), lambda: KeyError(), lambda: KeyError(1, 2), lambda: KeyError("it's"), lambda: IndexError(["l"]), lambda: Exception(ValueError("x")), lambda: BaseException(b"x"), lambda: ValueError(x=1), lambda: Exception(*range(3)))
t(lambda: StopIteration(), lambda: StopIteration(5).value, lambda: StopIteration(1, 2).value, lambda: SystemExit().code, lambda: SystemExit(3).code, lambda: SystemExit(1, 2).code, lambda: StopAsyncIteration("s"), lambda: GeneratorExit(), lambda: KeyboardInterrupt("k"))
t(lambda: OSError(), lambda: OSError("m"), lambda: OSError(2, "No such"), lambda: OSError(2, "No such", "f.txt"), lambda: OSError(2, "x", "a", None, "b"), lambda: type(OSError(2, "x")).__name__, lambda: type(OSError(13, "x")).__name__, lambda: type(OSError(17, "x")).__name__, lambda: type(OSError(9999, "x")).__name__, lambda: FileNotFoundError("only text"), lambda: FileNotFoundError(2, "t").errno, lambda: OSError(2, "s", "f").filename, lambda: OSError(1, 2, 3).strerror, lambda: OSError(2).errno, lambda: OSError(2, "x", "f").args, lambda: PermissionError(1), lambda: IOError is OSError, lambda: EnvironmentError is OSError, lambda: type(OSError(32, "p")).__name__, lambda: type(OSError(11, "p")).__name__, lambda: type(OSError(110, "p")).__name__, lambda: type(OSError(4, "p")).__name__, lambda: type(OSError(20, "p")).__name__, lambda: type(OSError(21, "p")).__name__)
t(lambda: ImportError("m", name="n", path="p").name, lambda: ImportError("m", name="n", path="p").path, lambda: ImportError(), lambda: ImportError("m", bad=1), lambda: ModuleNotFoundError("x", name="y").name, lambda: NameError("n", name="q").name, lambda: NameError("n").name, lambda: AttributeError("a", name="n", obj=5).obj, lambda: AttributeError().name, lambda: UnboundLocalError("u"), lambda: AttributeError("a", foo=1))
t(lambda: UnicodeDecodeError("utf-8", b"ab\xff", 2, 3, "bad"), lambda: UnicodeEncodeError("ascii", "a\xe9", 1, 2, "no"), lambda: UnicodeTranslateError("abc", 0, 2, "tr"), lambda: UnicodeDecodeError("x"), lambda: UnicodeDecodeError("u", b"abc", 0, 2, "r").start, lambda: UnicodeEncodeError("a", "b", 0, 1, "r").object, lambda: UnicodeEncodeError("ascii", "abcdef", 1, 4, "r"), lambda: UnicodeEncodeError("ascii", "\U0001f600", 0, 1, "r"), lambda: UnicodeDecodeError("u", "str", 0, 1, "r"), lambda: UnicodeError("x"))
t(lambda: SyntaxError("m"), lambda: SyntaxError("m", ("f.py", 3, 4, "text")).lineno, lambda: str(SyntaxError("m", ("f.py", 3, 4, "text"))), lambda: SyntaxError("m", ("f", 1, 2, "t", 5, 6)).end_offset, lambda: SyntaxError("m", (1,)), lambda: SyntaxError().msg, lambda: IndentationError("i", ("f", 1, 2, "x")).filename, lambda: SyntaxError("a", ("f", 1, 2, "t")).text)
e = ValueError("a", "b"); e.args = ["new"]; print(e.args, e, repr(e)); e.args = "xy"; print(e.args); e.extra = 1; print(e.__dict__, e.extra)
for bad in (5, None):
    try: e.args = bad
    except TypeError as x: print(x)
for n in ("__cause__", "__context__", "__traceback__"):
    for v in (5, None, ValueError("c")):
        try: setattr(e, n, v); print(n, "set", repr(getattr(e, n)), e.__suppress_context__)
        except TypeError as x: print(x)
try: del e.args
except TypeError as x: print(x)
try: e.__suppress_context__ = 5; print(e.__suppress_context__)
except TypeError as x: print(x)
print([c.__name__ for c in UnicodeDecodeError.__mro__], [c.__name__ for c in ModuleNotFoundError.__mro__], issubclass(KeyError, LookupError), issubclass(BlockingIOError, OSError), issubclass(StopIteration, RuntimeError), ValueError.__base__.__name__, ValueError.__module__, issubclass(Warning, Exception), BaseException.__doc__, ZeroDivisionError.__doc__)
print(ValueError("a") == ValueError("a"), hash(e) == hash(e), e == e, bool(ValueError()), isinstance(e, Exception), e is e.with_traceback(None), ValueError.__new__(ValueError, 1).args, BaseException.__new__(KeyError).args, f"{e}", f"{e!r:>20}", "%s" % e, [e])
class My(Exception):
    code = 5
    def __init__(self, msg, *, code=None):
        super().__init__(msg); self.code = code or self.code
    def __str__(self): return f"[{self.code}] {self.args[0]}"
class NoSuper(Exception):
    def __init__(self, a, b): self.a = a
class StrEmpty(Exception):
    def __str__(self): return ""
class Repr(Exception):
    def __repr__(self): return "custom repr"
print(My("m"), repr(My("m", code=9)), My("m", code=2).code, NoSuper(1, 2), repr(NoSuper(1, 2)), repr(StrEmpty("x")), f"<{StrEmpty(1)}>", Repr("z"), repr(Repr()), [Repr()])
