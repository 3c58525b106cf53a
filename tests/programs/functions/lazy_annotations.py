# Annotations under `from __future__ import annotations` are the text of their expressions.
from __future__ import annotations


def show(f):
    for name, text in f.__annotations__.items():
        print(f"{name}: {text}")


def a(
    p: Nope, /, q: list[int], r: a.b.c[1:2, ::3, ...] = 1, *s: 'quoted', t: x if y else z, u: not a or b and c, **v: lambda: 0
) -> dict[str, int | None]: ...


def b(
    a: (1 + 2) * 3 - 4 ** -5 ** 6, b: -(x ** 2), c: (-x) ** 2, d: a < b == c is not d not in e, f: [*x, 1], g: {**x, 'a': 1},
    h: (), i: (1,), j: (1, 2), k: x[1,], l: x[(1, 2):3], m: {1, 2}, n: {}, o: ~x & y | z ^ w << 1, p: not (a and b), q: (not a) == b,
): ...


def c(
    a: f(x for x in y), b: f(1, *b, k=2, **d), c: [x for x in y if a if b for z in (1, 2)], d: {x: y for x, y in z}, e: {x for x in y},
    f: (x for x in y), g: (lambda: 0)(), h: lambda a, /, b=1, *c, d, e=2, **f: (a, b), i: lambda *a: 1, j: lambda *, a: 1, k: 1 .real,
    l: 1.5.real, m: 'a' 'b', n: b'x\n', o: u'u', p: 1e999, q: 2j, r: 0xff, s: None, t: ..., u: True, v: 'it\'s "q"', w: (a, b)[0],
): ...


def d(
    a: f'{x}', b: f'a{x!r:>{w}}b{{}}', c: f'{x:{y}.{z}}', d: f"{'a'}{ {1: 2} }", e: f'{x = }', f: (a if b else c) if d else (e if f else g),
    g: (a or b) and c, h: a or (b and c), i: (a, b) + c, j: (lambda: x) or y, k: 10 ** 20, l: 100000000000000000000000, m: x @ y // z % w,
): ...


for f in (a, b, c, d):
    show(f)

x: int = 3
y: undefined[0]
print(__annotations__)


class K:
    __private: Later
    n: "K" = None

    def m(self, __arg: Later) -> K: ...


print(K.__annotations__, K.m.__annotations__)
