# Exceptions whose __new__ gives something else.
class Other(Exception):
    pass


class Swapped(Exception):
    def __new__(cls, *a):
        return Other(*a)


class Broken(Exception):
    def __new__(cls, *a):
        return 7


def gen():
    yield


for f in (lambda: (_ for _ in ()).throw(Swapped("x")), lambda: gen().throw(Broken), lambda: gen().throw(Swapped)):
    try:
        f()
    except BaseException as e:
        print(type(e).__name__, e)
for c in (Swapped, Broken):
    try:
        raise c
    except BaseException as e:
        print(type(e).__name__, e)
    try:
        raise c("y")
    except BaseException as e:
        print(type(e).__name__, e)
