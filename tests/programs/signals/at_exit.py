import atexit
import sys


def say(*args, **kwargs):
    print("say", args, kwargs)


class Fail:
    def __call__(self):
        raise ValueError("in a callback")

    def __repr__(self):
        return "<Fail>"


fail = Fail()


print(atexit.register(say, 1, x=2) is say, atexit._ncallbacks())
atexit.register(say, "removed")
atexit.register(fail)
atexit.register(lambda: atexit.register(say, "registered late"))
atexit.unregister(len)
atexit.unregister(say)
print(atexit._ncallbacks())
atexit.register(say, "last but one", key=[1])
atexit.register(print, "printed")
try:
    atexit.register(5)
except TypeError as e:
    print(e)
try:
    atexit.register()
except TypeError as e:
    print(e)
sys.exit(3)
