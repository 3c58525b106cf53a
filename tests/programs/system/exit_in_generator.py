# SystemExit raised inside a generator, a comprehension, __del__-free cleanup and with blocks.

import sys


class Guard:
    def __init__(self, name):
        self.name = name

    def __enter__(self):
        print("enter", self.name)
        return self

    def __exit__(self, kind, value, tb):
        print("exit", self.name, kind.__name__ if kind else None, value)
        return self.name == "swallow"


def gen():
    try:
        yield 1
        sys.exit("from generator")
    finally:
        print("generator finally")


with Guard("swallow"):
    sys.exit(5)
print("went on")
try:
    print(list(gen()))
except SystemExit as e:
    print("caught", e.code)
try:
    [sys.exit(x) for x in (7, 8)]
except SystemExit as e:
    print(e.code, e.__context__)
try:
    try:
        1 / 0
    finally:
        sys.exit("replaces")
except SystemExit as e:
    print(e, repr(e.__context__))
for g in (lambda: sys.exit(None), lambda: sys.exit([]), lambda: sys.exit({"a": 1})):
    try:
        g()
    except SystemExit as e:
        print(e.code, e.args)


def nested(n):
    with Guard(n):
        if n == 0:
            sys.exit(40 + 2)
        nested(n - 1)


nested(2)
