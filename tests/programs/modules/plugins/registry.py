TABLE, ORDER = {}, []


class Unknown(KeyError):
    def __init__(self, name):
        super().__init__(name)
        self.options = sorted(TABLE)


def register(name):
    if name in TABLE:
        raise ValueError(f"{name!r} is taken by {TABLE[name].__module__}")

    def keep(f):
        TABLE[name] = f
        ORDER.append(f"{f.__module__}:{f.__qualname__}")
        return f

    return keep


def run(name, text):
    try:
        f = TABLE[name]
    except KeyError:
        raise Unknown(name) from None
    return f(text)
