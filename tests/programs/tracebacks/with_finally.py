# uncaught: raised in with, __exit__ and finally
class M:
    def __enter__(self):
        return self
    def __exit__(self, t, v, tb):
        print("exit", t.__name__)
        raise KeyError("in exit") from v
def f():
    try:
        with M() as m:
            m.nothing()
    finally:
        print("finally")
        [][0]
f()
