# Errors of patterns: types, texts and places.


class A:
    __match_args__ = ("x", "y")
    x = 1
    y = 2


class B:
    __match_args__ = ["x"]


class C:
    __match_args__ = ("x", 3)
    x = 1


class D(A):
    __match_args__ = ("x", "x")


class E:
    @property
    def p(self):
        raise ZeroDivisionError("p")

    def __eq__(self, other):
        raise ValueError("eq")


class L(list):
    def __len__(self):
        raise IndexError("len")


class M(dict):
    def get(self, *a):
        raise KeyError("get")


class Keys:
    a = 1
    b = 1
    u = []


class NoBool:
    def __eq__(self, other):
        return self

    def __bool__(self):
        raise OSError("bool")


notatype = 5


def t(n, v):
    match n:
        case 0:
            match v:
                case A(a, b, c):
                    pass
        case 1:
            match v:
                case B(a):
                    pass
        case 2:
            match v:
                case C(a, b):
                    pass
        case 3:
            match v:
                case D(a, b):
                    pass
        case 4:
            match v:
                case A(a, x=b):
                    pass
        case 5:
            match v:
                case E(p=1):
                    pass
        case 6:
            match v:
                case [1, 2]:
                    pass
        case 7:
            match v:
                case {"a": 1}:
                    pass
        case 8:
            match v:
                case {Keys.a: 1, Keys.b: 2}:
                    pass
        case 9:
            match v:
                case {Keys.u: 1}:
                    pass
        case 10:
            match v:
                case notatype():
                    pass
        case 11:
            match v:
                case nosuch.name:
                    pass
        case 12:
            match v:
                case int(a, b):
                    pass
        case 13:
            match v:
                case E(a):
                    pass
        case 14:
            match v:
                case [A(),
                      1 | 2]:
                    pass
        case 15:
            match v:
                case 1 | 2:
                    pass


for n, v in ((0, A()), (1, B()), (2, C()), (3, D()), (4, A()), (5, E()), (6, L([1])), (7, M(a=1)), (8, {1: 2, 2: 3}), (9, {1: 2}),
             (10, 1), (11, 1), (12, 3), (13, E()), (14, [A(), E()]), (15, NoBool())):
    try:
        t(n, v)
        print(n, "none")
    except Exception as e:
        print(n, type(e).__name__, e, e.__traceback__.tb_next.tb_lineno)
t(14, [A(), E()])
