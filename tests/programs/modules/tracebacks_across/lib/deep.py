def divide(a, b):
    return a // b


class Deep:
    def __init__(self):
        self._value = {}

    def method(self, word):
        return int(word) + 1

    @property
    def value(self):
        return self._value["nope"]


def recurse(n):
    if n == 0:
        raise IndexError("bottom")
    return recurse(n - 1)


def generate(n):
    yield n
    yield from generate(n - 1) if n else divide(n, n)
