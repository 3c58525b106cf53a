# The last line of a traceback for many exceptions: shown through excepthook-free reporting of str and type.

class Plain(Exception):
    pass


class NoStr(Exception):
    def __str__(self):
        raise ValueError


class Multi(Exception):
    def __str__(self):
        return "line one\nline two"


class Outer:
    class Inner(Exception):
        pass


for e in (Plain(), Plain("a"), Plain("a", 2), Plain(""), Multi(), Outer.Inner("x"), KeyError("k"), KeyError(), OSError(2, "No such", "f"), OSError(5, "io"), OSError("one"), StopIteration(3), UnicodeDecodeError("utf-8", b"\xff", 0, 1, "bad"), SyntaxError("s"), AssertionError(), ImportError("i", name="n"), FileNotFoundError(2, "nope", "a", None, "b"), ZeroDivisionError("z"), RecursionError("r"), MemoryError(), NotImplementedError("n"), BlockingIOError(11, "again"), ConnectionResetError(104, "reset"), SystemExit(3), KeyboardInterrupt(), GeneratorExit("g"), AttributeError("at", name="q", obj=5), NameError("nm", name="z"), IndexError(1), TypeError(None), ValueError(b"b"), LookupError([]), ArithmeticError({}), EOFError(), BufferError(()), Warning("w"), UserWarning("uw")):
    print(type(e).__name__, type(e).__qualname__, repr(e), str(e), e.args, e.__cause__, e.__context__, e.__suppress_context__, sep=" | ")
try:
    str(NoStr())
except ValueError as e:
    print("str raised", repr(e), repr(NoStr(1)))
e = OSError(13, "denied", "file.txt")
print(type(e), e.errno, e.strerror, e.filename, e.filename2, OSError(17, "x").__class__, OSError(1, 2, 3, 4, 5).args, OSError(32, "p").__class__.__mro__[1])
e = UnicodeEncodeError("ascii", "aéb", 1, 2, "ordinal")
print(e, e.object, e.start, e.end, e.encoding, e.reason)
e = StopIteration(1, 2); print(e.value, e.args); e = SystemExit(1, 2); print(e.code); e = ImportError("m", name="n", path="p"); print(e.name, e.path, e.msg)
e = Exception(1); e.args = (5, 6); print(e, repr(e)); e.attr = 1; print(e.__dict__, e.with_traceback(None) is e); e.add_note("n1"); e.add_note("n2"); print(e.__notes__)
try:
    e.add_note(5)
except TypeError as x:
    print(x)
raise Outer.Inner("the\nend")
