# The text of an uncaught group: margins, chains, notes, syntax errors, long and deep groups.
import sys


def boom(exc):
    raise exc


def caught(exc):
    try:
        boom(exc)
    except BaseException as e:
        return e


def chained():
    try:
        try:
            boom(KeyError("first"))
        except KeyError:
            boom(ValueError("second\nline"))
    except ValueError as v:
        try:
            raise ExceptionGroup("group in chain", [caught(OSError(2, "no")), TypeError("plain")]) from v
        except ExceptionGroup as g:
            g.add_note("a note\nof two lines")
            return g


wide = ExceptionGroup("wide", [ValueError(i) for i in range(18)])
wide16 = ExceptionGroup("wide16", [ValueError(i) for i in range(16)])
deep = caught(ValueError("bottom"))
for i in range(12):
    deep = caught(ExceptionGroup(f"level {i}", [deep, TypeError(i)] if i % 3 == 0 else [deep]))
syntax = SyntaxError("bad", ("f.py", 3, 5, "  a b c\n", 3, 6))
noted = ValueError("noted")
noted.add_note("first\nsecond")
noted.add_note("")
other = ValueError("other")
other.__notes__ = 5
group = ExceptionGroup("all", [chained(), wide, wide16, deep, syntax, noted, other, KeyboardInterrupt() if False else IndexError()])
sys.stdout.flush()
try:
    raise group
except* ValueError as e:
    raise RuntimeError("while handling")
