# uncaught: the class of a handler is no exception
def f():
    try:
        raise ValueError("inner")
    except (KeyError, 5):
        print("never")
f()
