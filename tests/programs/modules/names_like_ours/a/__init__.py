def init(x): return "init of a", x
def cells(x): return "cells of a", x
def pymod(x): return "pymod of a", x
def many():
    def init(): return 0
    def cells(): return 1
    return [init(), cells(), (lambda: 2)()]
def outer(v):
    def init(): return "inner", v, many()
    return init
def strange():
    try: return cells2
    except NameError as e: return str(e)
