# Every pattern form, alone and nested.
class Point:
    __match_args__ = ("x", "y")

    def __init__(self, x, y):
        self.x, self.y = x, y


class Color:
    RED, GREEN = 1, 2


def kind(v):
    match v:
        case None:
            return "none"
        case True | False as b:
            return f"bool {b}"
        case 0 | 1 | 2:
            return "small"
        case -7 | 2.5 | 1 + 2j | -3 - 1j:
            return "number"
        case "a" | "b":
            return "letter"
        case b"raw":
            return "bytes"
        case []:
            return "empty"
        case [x]:
            return f"one {x}"
        case [1, *rest, 9]:
            return f"1..9 {rest}"
        case [first, _, *_]:
            return f"first {first}"
        case {"kind": "circle", "r": (int() | float()) as r}:
            return f"circle {r}"
        case {"kind": k, **rest}:
            return f"kind {k} {rest}"
        case {}:
            return "mapping"
        case Point(0, 0):
            return "origin"
        case Point(x, y=0):
            return f"on x {x}"
        case Point(x=px, y=py) if px == py:
            return f"diagonal {px}"
        case Point():
            return "point"
        case int(n) | float(n):
            return f"num {n}"
        case str() as s if len(s) > 3:
            return f"long {s}"
        case Color.RED:
            return "unreachable"
        case _:
            return "other"


for v in (None, True, False, 0, 2, 5, -7, 2.5, 1 + 2j, -3 - 1j, "a", "c", "long text", b"raw", b"x", [], (), [3], (4,), [1, 9], [1, 2, 3, 9],
          [5, 6, 7], {"kind": "circle", "r": 2}, {"kind": "circle", "r": "x"}, {"kind": 1, "z": 2}, {}, {"q": 1}, Point(0, 0),
          Point(3, 0), Point(2, 2), Point(1, 2), 7, 7.5, object, range(3), range(0), bytearray(b"ab"), {1, 2}, memoryview(b"q")):
    print(type(v).__name__, kind(v))


def color(c):
    match c:
        case Color.RED:
            return "red"
        case Color.GREEN:
            return "green"


print(color(1), color(2.0), color(3))


def nested(v):
    match v:
        case {"items": [Point(x, [a, *b]), {"deep": {"er": (p, q)}}], **more}:
            return x, a, b, p, q, more
        case [[a, b], [c, d]] | [a, b, c, d]:
            return a, b, c, d
        case [Point(a, _) | {"a": a}, *_]:
            return a
        case (_, *_, last):
            return last


print(nested({"items": (Point(1, [2, 3, 4]), {"deep": {"er": "pq"}})}))
print(nested({"items": (Point(1, [2, 3, 4]), {"deep": {"er": [8, 9]}}), "z": 1}))
print(nested([[1, 2], (3, 4)]), nested([1, 2, 3, 4]), nested([Point(5, 6)]), nested([{"a": 7}, 1]), nested((1, 2, 3)))


def dispatch(word):
    match word:
        case "alpha":
            return 1
        case "beta" | "gamma" | "alpha":
            return 2
        case "delta" if False:
            return 3
        case "delta":
            return 4
        case "":
            return 5
        case "éa" | "漢字":
            return 6
        case other:
            return other


class S(str):
    pass


class Any:
    def __eq__(self, other):
        return other == "gamma"


print([dispatch(w) for w in ("alpha", "beta", "gamma", "delta", "", "éa", "漢字", "no", S("beta"), Any(), 3)])


def number(n):
    match n:
        case 1:
            return "one"
        case 2 | 3 | -5:
            return "few"
        case 100:
            return "hundred"
        case 1000000:
            return "million"
    return "none"


print([number(n) for n in (1, 2, 3, -5, 100, 1000000, 4, True, 1.0, 100.0, 2**80, "1", None)])
