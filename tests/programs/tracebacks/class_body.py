# uncaught: in a class body, in a nested class, in a decorator
def deco(f):
    return f.missing
class Outer:
    x = 1
    class Inner:
        y = 2
        @deco
        def method(self):
            pass
