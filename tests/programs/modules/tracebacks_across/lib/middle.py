from . import deep
from .deep import Deep


def run(items):
    return [deep.divide(10, i) for i in items]


def wrapped(mapping):
    try:
        return mapping["k"]().method(
            "multi",
        )
    except KeyError as e:
        raise RuntimeError("wrapped") from e
    finally:
        mapping.clear()


class Lazy(Deep):
    def __init__(self, n):
        super().__init__()
        self.text = "n" + n
