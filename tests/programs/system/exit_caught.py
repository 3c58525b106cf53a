# SystemExit: code, args, catching, nesting, subclasses, finally.

import sys
for args in ((), (None,), (0,), (5,), ("text",), (1, 2), ([3],)):
    try:
        sys.exit(*args) if len(args) < 2 else (_ for _ in ()).throw(SystemExit(*args))
    except SystemExit as e:
        print(repr(e), e.code, e.args, str(e))
try:
    try:
        sys.exit(1)
    except Exception:
        print("not here")
    finally:
        print("finally")
except BaseException as e:
    print(type(e).__name__, isinstance(e, Exception))
try:
    sys.exit(1, 2)
except TypeError as e:
    print(e)


class Quit(SystemExit):
    pass


def f():
    try:
        raise Quit(9)
    finally:
        print("unwinding", file=sys.stderr)


e = SystemExit(1)
e.code = 4
try:
    raise e
except SystemExit as x:
    print(x.code, x.args)
try:
    1 / 0
except ZeroDivisionError:
    f()
