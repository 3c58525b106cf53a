"""An error that goes through four modules, seen through its traceback object and then uncaught."""

import sys

import lib.middle
from lib import deep as below


def frames(e):
    tb, out = e.__traceback__, []
    while tb:
        code = tb.tb_frame.f_code
        out.append((code.co_filename.rsplit("/", 1)[-1], code.co_name, tb.tb_lineno))
        tb = tb.tb_next
    return out


def attempt(f, *args):
    try:
        f(*args)
    except Exception as e:
        print(type(e).__name__, e)
        for frame in frames(e):
            print("   ", *frame)
        if e.__cause__ or e.__context__:
            print("    after", frames(e.__cause__ or e.__context__))


attempt(lib.middle.run, [1, 2, 0])
attempt(below.Deep().method, "x")
attempt(lib.middle.wrapped, {})
attempt(lib.middle.Lazy, 3)
attempt(below.recurse, 3)
attempt(lambda: lib.middle.missing)
attempt(lambda: [below.Deep().value for _ in range(2)])
attempt(list, below.generate(2))
try:
    import lib.broken
except ZeroDivisionError as e:
    print("import failed:", [f[:2] for f in frames(e)], "lib.broken" in sys.modules, hasattr(lib, "broken"))
try:
    from lib import nothing
except ImportError as e:
    print(str(e).split(" (")[0], e.name)
sys.stdout.flush()
lib.middle.wrapped({"k": below.Deep})
