# A naked exception, wrapped and raised again; the traceback of what an except* lets through.
def f():
    try:
        raise ValueError("naked")
    except* TypeError:
        pass


def g():
    try:
        f()
    except* ValueError as e:
        raise


def h():
    try:
        g()
    except* ValueError as e:
        raise OSError("new") from e


h()
