def f(a=lambda x, y=1, z: 1):
    pass
