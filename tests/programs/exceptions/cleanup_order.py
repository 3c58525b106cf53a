"""Context managers and finally blocks: order of enters and exits, errors in each place, suppression, and what ends up chained."""


class Manager:
    def __init__(self, name, enter=None, leave=None, suppress=False):
        self.name, self.enter, self.leave, self.suppress = name, enter, leave, suppress

    def __enter__(self):
        print(f"  enter {self.name}")
        if self.enter:
            raise self.enter
        return self.name

    def __exit__(self, kind, error, tb):
        print(f"  exit {self.name} {kind.__name__ if kind else None} {error} {tb is not None}")
        if self.leave:
            raise self.leave
        return self.suppress


def chain(e):
    parts = []
    while e is not None:
        parts.append(repr(e) + (" from" if e.__cause__ else " during" if e.__context__ and not e.__suppress_context__ else ""))
        e = e.__cause__ or (None if e.__suppress_context__ else e.__context__)
    return " ".join(parts)


def attempt(label, f):
    print(label)
    try:
        print("  ->", f())
    except Exception as e:
        print("  !!", chain(e))


def plain():
    with Manager("a") as a, Manager("b") as b:
        return a + b


def body_fails(suppress_outer=False, suppress_inner=False):
    with Manager("outer", suppress=suppress_outer):
        with Manager("inner", suppress=suppress_inner):
            raise ValueError("body")
        return "after inner"
    return "after outer"


def exit_fails():
    with Manager("outer"), Manager("inner", leave=KeyError("leave")):
        raise ValueError("body")


def exit_fails_quietly():
    with Manager("outer", suppress=True), Manager("inner", leave=KeyError("leave")):
        pass
    return "survived"


def enter_fails():
    with Manager("outer"), Manager("inner", enter=OSError("enter")):
        print("not reached")


def return_through():
    for i in range(3):
        with Manager(f"m{i}"):
            if i == 1:
                return i
            if i == 0:
                continue
    return "end"


def break_through():
    while True:
        with Manager("w"):
            break
    else:
        return "else"
    return "broke"


def finally_raises():
    try:
        raise ValueError("first")
    finally:
        raise KeyError("second")


def finally_returns():
    try:
        raise ValueError("lost")
    finally:
        return "returned"


def handler_raises():
    try:
        try:
            raise ValueError("one")
        except ValueError as e:
            raise TypeError("two") from e
        finally:
            print("  finally inner")
    except TypeError:
        raise LookupError("three")
    finally:
        print("  finally outer")


def from_none():
    try:
        raise ValueError("hidden")
    except ValueError:
        raise RuntimeError("shown") from None


def reraise():
    try:
        raise ValueError("same")
    except ValueError:
        try:
            raise KeyError("other")
        except KeyError:
            pass
        raise


def else_raises():
    try:
        pass
    except ValueError:
        print("not here")
    else:
        raise ValueError("from else")
    finally:
        print("  finally")


def no_exit():
    class Half:
        def __enter__(self):
            return 1

    with Half():
        pass


def not_a_manager():
    with 3 as x:
        pass


def stack(*managers):
    def go(rest, names):
        if not rest:
            raise ValueError(names)
        with rest[0] as name:
            return go(rest[1:], names + [name])
        return f"{rest[0].name} suppressed"

    return go(list(managers), [])


attempt("plain", plain)
attempt("body fails", body_fails)
attempt("inner suppresses", lambda: body_fails(suppress_inner=True))
attempt("outer suppresses", lambda: body_fails(suppress_outer=True))
for f in (exit_fails, exit_fails_quietly, enter_fails, return_through, break_through, finally_raises, finally_returns, handler_raises, from_none, reraise, else_raises, no_exit, not_a_manager):
    attempt(f.__name__, f)
attempt("stack", lambda: stack(Manager("a"), Manager("b", suppress=True), Manager("c")))
attempt("nothing", lambda: (lambda: (_ for _ in ()).throw(IndexError("thrown")))())
