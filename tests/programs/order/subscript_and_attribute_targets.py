"""Order of evaluation in every kind of target, written down by objects that log."""

log = []


def t(name, value=None):
    log.append(name)
    return value


class Box:
    def __init__(self, name):
        object.__setattr__(self, "name", name)

    def __getattr__(self, key):
        log.append(f"{self.name}.{key}?")
        return Box(f"{self.name}.{key}")

    def __setattr__(self, key, value):
        log.append(f"{self.name}.{key}={value}")

    def __delattr__(self, key):
        log.append(f"del {self.name}.{key}")

    def __getitem__(self, key):
        log.append(f"{self.name}[{key}]?")
        return Box(f"{self.name}[{key}]")

    def __setitem__(self, key, value):
        log.append(f"{self.name}[{key}]={value}")

    def __delitem__(self, key):
        log.append(f"del {self.name}[{key}]")

    def __iadd__(self, other):
        log.append(f"{self.name}+={other}")
        return f"({self.name}+{other})"

    def __repr__(self):
        return self.name

    def __iter__(self):
        log.append(f"iter {self.name}")
        yield from (1, 2, 3)

    def __enter__(self):
        log.append(f"enter {self.name}")
        return (1, [2, 3])

    def __exit__(self, *info):
        log.append(f"exit {self.name} {info[0]}")


def show(label):
    print(f"{label}: {' | '.join(map(str, log))}")
    log.clear()


a, b = Box("a"), Box("b")
t("x", a).attr = t("v", 1)
show("attribute")
t("x", a)[t("k", "k")] = t("v", 1)
show("subscript")
t("x", a)[t("k", "k") : t("l", 9)] = t("v", 1)
show("slice")
t("x", a)[t("k", "k") : t("l", 9) : t("m", 2), t("n", 3)] = t("v", 1)
show("slices")
t("x", a).p = t("y", b)[t("k", 0)] = t("v", 1)
show("two targets")
t("x", a).p, t("y", b)[t("k", 0)] = t("v", 1), t("w", 2)
show("tuple")
(t("x", a).p, [t("y", b).q, *t("z", b)[t("k", 5)]]) = t("v", (1, (2, 3, 4)))
show("nested")
t("x", a).p += t("v", 1)
show("augmented attribute")
t("x", a)[t("k", 0)] += t("v", 1)
show("augmented subscript")
t("x", a).q[t("k", 0)][t("l", 1)].r += t("v", 1)
show("augmented chain")
del t("x", a).p, t("y", b)[t("k", 0)], t("z", a).q.r
show("del")
for t("x", a).p in t("it", a):
    log.append("body")
show("for")
for t("x", a)[t("k", 0)], b.q in [(1, 2), (3, 4)]:
    pass
show("for tuple")
with t("m", a) as (t("x", b).p, t("y", b).q), t("n", b) as t("z", a)[t("k", 3)]:
    log.append("body")
show("with")
print([t("e", i) for t("x", a).p in t("outer", [1, 2]) for i in t("inner", [3]) if t("cond", True)])
show("comprehension")
print({t("k", 1): t("v", 2), **t("m", {3: 4}), t("l", 5): t("w", 6)}, [*t("s", (1,)), t("e", 2)])
show("displays")
print((t("w", 3) if t("c", 0) else t("else", 4)), t("l", 0) or t("r", 5), t("a", 1) < t("b", 2) < t("c", 0) < t("d", 9))
show("conditions")
try:
    t("x", a).p, t("y", a).q = t("v", (1, 2, 3))
except ValueError as e:
    log.append(e)
show("too many")
try:
    t("x", a)[t("k", 0)] = t("v") + 1
except TypeError as e:
    log.append(e)
show("value first")
