def f():
    x = *a
