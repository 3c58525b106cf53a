# What is asked of the subject, and when; when names are bound.
class Log:
    def __init__(self, name, **attrs):
        self.__dict__["name"], self.__dict__["attrs"] = name, attrs

    def __getattr__(self, n):
        if n.startswith("__"):
            raise AttributeError(n)
        print("get", self.name, n)
        try:
            return self.attrs[n]
        except KeyError:
            raise AttributeError(n)

    def __eq__(self, other):
        print("eq", self.name, other)
        return self.attrs.get("equal") == other


class Seq(list):
    def __len__(self):
        print("len")
        return super().__len__()

    def __getitem__(self, i):
        print("item", i)
        return super().__getitem__(i)

    def __iter__(self):
        print("iter")
        return super().__iter__()


class Map(dict):
    def __len__(self):
        print("len")
        return super().__len__()

    def get(self, k, d=None):
        print("get", k)
        return super().get(k, d)

    def __missing__(self, k):
        print("missing", k)
        return 1

    def keys(self):
        print("keys")
        return super().keys()


class Meta(type):
    def __instancecheck__(cls, o):
        print("instancecheck")
        return True


class K:
    A = 1
    B = "b"


def f(v):
    a = b = c = d = rest = "unset"
    match v:
        case Log(p=1, q=a):
            r = "log"
        case Log(p=b, r=c) if print("guard", b, c):
            r = "log2"
        case [a, K.A]:
            r = "pair"
        case [a, *_, K.B]:
            r = "ends"
        case [a, *b, 5]:
            r = "mid"
        case {"k": a, "z": 3}:
            r = "map"
        case {"k": a, K.B: b, **rest}:
            r = "map rest"
        case K.A | K.B:
            r = "const"
        case _:
            r = "default"
    print(r, a, b, c, d, rest)


f(Log("x", p=1, q=2))
f(Log("x", p=2, r=3))
f(Log("x", equal="b"))
f(Seq([1, 2]))
f(Seq([1, 1]))
f(Seq([1, 3, "b"]))
f(Seq([1, 2, 3, 5]))
f(Seq([1, 2, 3, 6]))
f(Map(k=1, b=2, c=3))
f(Map(k=1, z=3))
f(Map(k=1))
f(Map())


def g(v):
    match v:
        case (a, b) | [b, a, _] if print("guard", a, b):
            pass
        case [a, b, c] if c:
            return a, b, c
    return a, b


print(g([1, 2]))
print(g([1, 2, 3]))

x = 1
match x:
    case x if False:
        pass
    case y:
        print(x, y)
print(x)


class C:
    match [1, {"a": 2}]:
        case [first, {"a": second}]:
            third = first + second
    print(sorted(k for k in dir() if not k.startswith("_")), third)


def gen(items):
    for item in items:
        match item:
            case [a, b] if (yield "guard", a, b):
                yield "pair", a, b
            case {"k": v, **rest}:
                yield v
                yield rest
            case _:
                yield "other", item


it = gen([[1, 2], [3, 4], {"k": 5, "z": 6}, 7])
print(next(it), it.send(True), next(it), it.send(False), next(it), next(it), next(it), next(it))


def closure():
    match [1, 2, 3]:
        case [a, *b]:
            def inner():
                return a, b
            a += 1
            return inner()


print(closure())
while True:
    match 5:
        case 5:
            break
for i in range(3):
    match i:
        case 1:
            continue
    print(i)
else:
    print("end")


def ret():
    try:
        match 1:
            case 1:
                return "ret"
    finally:
        print("finally")


print(ret())
