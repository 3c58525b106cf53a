# uncaught: the class's qualified name
class Outer:
    class Error(Exception):
        pass
def make():
    class Local(Outer.Error):
        pass
    return Local
try:
    raise Outer.Error("one")
except Outer.Error as e:
    raise make()("two", 3) from e
