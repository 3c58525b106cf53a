def f():
    from a import *
