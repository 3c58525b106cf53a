def f():
    return x:
