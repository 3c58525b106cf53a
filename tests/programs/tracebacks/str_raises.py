# uncaught: an exception whose str() raises
class Bad(Exception):
    def __str__(self):
        raise ValueError("no text")
def f():
    raise Bad(1, 2)
f()
