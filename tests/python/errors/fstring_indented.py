def f():
    return f"{a b}"
