"""The method is looked up before the arguments are evaluated: what they change of the class or the object comes too late for this call."""

log = []


class A:
    def m(self, *args, **kwargs):
        return ("A.m", args, kwargs)

    def n(self, x):
        return ("A.n", x)

    @property
    def p(self):
        log.append("property")
        return lambda *a: ("p", a)

    @staticmethod
    def s(*a):
        return ("s", a)

    @classmethod
    def c(cls, *a):
        return ("c", cls.__name__, a)


class B(A):
    def m(self, *args):
        return ("B.m", args)

    def up(self, f):
        return super().m(f())


def replace(name, value, result="arg"):
    def run():
        setattr(A, name, value)
        return result

    return run


def shadow(o, name):
    def run():
        setattr(o, name, lambda *a: ("own", a))
        return "arg"

    return run


def restore():
    A.m, A.n, A.s, A.c, A.p = original


original = (A.m, A.n, A.__dict__["s"], A.__dict__["c"], A.__dict__["p"])


def call_m(o, f):
    return o.m(f())


def call_m_keyword(o, f):
    return o.m(1, k=f(), l=2)


def call_star(o, f):
    return o.m(*[f()], **{"k": f()})


def call_n(o, f):
    return o.n(f() + "!")


def show(label, run):
    log.clear()
    try:
        r = run()
    except Exception as e:
        r = f"{type(e).__name__}: {e}"
    print(label, r, log)
    restore()


plain = lambda: "arg"
for rounds in range(3):  # the site is cold, then warm
    for call in (call_m, call_m_keyword, call_star, call_n):
        name = "n" if call is call_n else "m"
        show(f"{call.__name__} plain", lambda: call(A(), plain))
        show(f"{call.__name__} replaced", lambda: call(A(), replace(name, lambda self, *a, **k: ("new", a, k))))
        o = A()
        show(f"{call.__name__} shadowed", lambda: call(o, shadow(o, name)))
        show(f"{call.__name__} shadowed before", lambda: call(o, plain))

        def gone():
            delattr(A, name)
            return "arg"

        show(f"{call.__name__} deleted", lambda: call(A(), gone))

        def other_class():
            o.__class__ = B
            return "arg"

        o = A()
        show(f"{call.__name__} other class", lambda: call(o, other_class))
        show(f"{call.__name__} subclass", lambda: call(B(), plain))
        show(f"{call.__name__} to property", lambda: call(A(), replace(name, property(lambda self: 3))))


def deep(o, n):
    """The site is filled for other classes while its arguments are evaluated."""
    return o.m(deep(A() if n % 2 else B(), n - 1) if n else 0)


print(deep(A(), 5))
print(deep(B(), 4))


def mixed(objects, f):
    return [o.m(f()) for o in objects]


class C:
    m = staticmethod(lambda *a: ("C.m", a))


class D:
    def __getattr__(self, name):
        log.append(name)
        return lambda *a: ("D", name, a)


class E:
    __slots__ = ("m",)

    def __init__(self):
        self.m = lambda *a: ("E.m", a)


for objects in ([A(), B(), C(), D(), E(), A(), D()], [D(), D(), E(), E(), C()]):
    show("mixed", lambda: mixed(objects, plain))
o = A()
for f in (plain, replace("p", 5), plain):
    show("property", lambda: o.p(f()))
for f in (plain, replace("s", lambda *a: ("new s", a)), plain):
    show("static", lambda: (o.s(f()), A.s(f())))
for f in (plain, replace("c", lambda *a: ("new c", a[1:])), plain):
    show("class method", lambda: (o.c(f()), A.c(f())))
items = []
for bad in (lambda: items.append(undefined_name), lambda: items.nothing(log.append("not evaluated")), lambda: (5).bit_length(log.append("evaluated")),
            lambda: (5).nothing(log.append("not evaluated")), lambda: None.upper(log.append("no")), lambda: "a".join(log.append(1) or ["x", "y"]), lambda: (2.5).hex(*[]),
            lambda: items.append(log.append(items.append(3)) or 4), lambda: items.index(len(items) + 5)):
    show("built-in", bad)
print(items)


class Number:
    value = 0

    def __init__(self):
        self.f = 5


show("not callable", lambda: Number().f(log.append("evaluated")))
show("class value", lambda: Number().value(log.append("evaluated")))
show("super", lambda: B().up(plain))
