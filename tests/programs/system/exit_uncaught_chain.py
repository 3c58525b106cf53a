# An uncaught exception after a handled one: traceback with context, status 1.

import sys
def inner(d):
    return d["missing"]


def outer():
    try:
        inner({})
    except KeyError as e:
        raise ValueError("wrapped é") from e


print("before", flush=True)
outer()
