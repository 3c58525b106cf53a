def f(a=1, 2):
    pass
