"""Order in which a call evaluates its callee, arguments, stars and keywords, and when each mistake is seen."""

log = []


def t(name, value=None):
    log.append(name)
    return value


class Keys:
    def __init__(self, **items):
        self.items = items

    def keys(self):
        log.append("keys()")
        return list(self.items)

    def __getitem__(self, k):
        log.append(f"[{k}]")
        return self.items[k]


def stream(*items):
    for i in items:
        log.append(f"next {i}")
        yield i


def f(*args, **kwargs):
    log.append("called")
    return args, kwargs


def g(a, b=t("default b", 2), /, c=t("default c", 3), *, d=t("default d", 4), **rest):
    return a, b, c, d, rest


def show(label, call):
    try:
        result = call()
    except TypeError as e:
        result = f"TypeError: {e}"
    print(f"{label}: {result}")
    print("   ", " | ".join(log))
    log.clear()


show("defaults", lambda: g(1))
show("plain", lambda: t("f", f)(t("a", 1), t("b", 2), k=t("c", 3)))
show("star", lambda: t("f", f)(t("a", 1), *t("s", stream(2, 3)), t("b", 4), *t("r", [5]), k=t("c", 6)))
show("keywords around a star", lambda: t("f", f)(k=t("k", 1), *t("s", stream(2)), l=t("l", 3)))
show("double star", lambda: t("f", f)(a=t("a", 1), **t("m", Keys(b=2, c=3)), d=t("d", 4), **t("n", {"e": 5})))
show("repeated", lambda: t("f", f)(a=t("a", 1), **t("m", Keys(b=2, a=3)), d=t("d", 4)))
show("not a mapping", lambda: t("f", f)(t("a", 1), **t("m", 3), b=t("b")))
show("not iterable", lambda: t("f", f)(t("a", 1), *t("s", 3), *t("r", [2])))
show("keys that are no text", lambda: t("f", f)(**t("m", {1: 2})))
show("not callable", lambda: t("f", 3)(t("a", 1), k=t("b", 2)))
show("method", lambda: t("o", "a,b").split(t("sep", ",")))
show("method missing", lambda: t("o", "a,b").split(t("sep", ","), t("max", 1), t("more", 2)))
show("g positional by name", lambda: g(t("a", 1), b=t("b", 2)))
show("g missing", lambda: g(c=t("c", 1)))
show("g many", lambda: g(t("a"), t("b"), t("c"), t("d")))
show("g twice", lambda: g(1, 2, t("c", 3), c=t("c again", 4)))
show("g rest", lambda: g(1, d=t("d", 0), **t("m", Keys(a=7, b=8, z=9))))
show("nested", lambda: f(t("x", 1), f(t("y", 2)), *[f(t("z", 3))[0]], k=f()[1]))
show("super star", lambda: f(*"ab", *(), *{1: 2}, **{}, **dict(x=1)))


class Meta:
    def __init__(self, *args, **kwargs):
        log.append(f"init {args} {kwargs}")

    def __new__(cls, *args, **kwargs):
        log.append(f"new {args} {kwargs}")
        return object.__new__(cls)

    def __call__(self, *args, **kwargs):
        log.append("instance called")
        return args, kwargs


show("class", lambda: type(t("C", Meta)(t("a", 1), k=t("k", 2))(t("b", 3), *t("s", "x"))).__name__)
show("sorted", lambda: sorted(t("data", [3, 1, 2]), key=t("key", lambda x: t(f"key {x}", -x)), reverse=t("rev", True)))
show("max", lambda: max(t("a", 3), t("b", 5), key=lambda x: t(f"key {x}", x % 5)))
show("print", lambda: print(t("a", 1), t("b", 2), sep=t("sep", "-"), end=t("end", "!\n")))
