"""Exact fractions, polynomials over them, Gauss elimination and Lagrange interpolation."""

from math import gcd


class Q:
    __slots__ = ("n", "d")

    def __new__(cls, n=0, d=1):
        if isinstance(n, Q) and d == 1:
            return n
        if isinstance(n, str):
            n, _, d = n.partition("/")
            n, d = int(n), int(d or 1)
        if d == 0:
            raise ZeroDivisionError(f"Q({n}, 0)")
        g = gcd(n, d) * (-1 if d < 0 else 1)
        self = super().__new__(cls)
        self.n, self.d = n // g, d // g
        return self

    @staticmethod
    def other(x):
        return x if isinstance(x, Q) else Q(x) if isinstance(x, int) else None

    def __add__(self, o):
        o = Q.other(o)
        return NotImplemented if o is None else Q(self.n * o.d + o.n * self.d, self.d * o.d)

    __radd__ = __add__

    def __neg__(self):
        return Q(-self.n, self.d)

    def __sub__(self, o):
        o = Q.other(o)
        return NotImplemented if o is None else self + -o

    def __rsub__(self, o):
        return -self + o

    def __mul__(self, o):
        o = Q.other(o)
        return NotImplemented if o is None else Q(self.n * o.n, self.d * o.d)

    __rmul__ = __mul__

    def __truediv__(self, o):
        o = Q.other(o)
        return NotImplemented if o is None else Q(self.n * o.d, self.d * o.n)

    def __rtruediv__(self, o):
        return Q(o) / self

    def __pow__(self, k):
        return Q(self.n**k, self.d**k) if k >= 0 else Q(self.d**-k, self.n**-k)

    def __eq__(self, o):
        o = Q.other(o)
        return NotImplemented if o is None else (self.n, self.d) == (o.n, o.d)

    def __lt__(self, o):
        o = Q.other(o)
        return NotImplemented if o is None else self.n * o.d < o.n * self.d

    def __hash__(self):
        return hash(self.n) if self.d == 1 else hash((self.n, self.d))

    def __bool__(self):
        return self.n != 0

    def __int__(self):
        return int(self.n / self.d)

    def __float__(self):
        return self.n / self.d

    def __format__(self, spec):
        return format(float(self), spec) if spec else str(self)

    def __str__(self):
        return f"{self.n}/{self.d}" if self.d != 1 else str(self.n)

    def __repr__(self):
        return f"Q({self.n}, {self.d})"


class Poly:
    def __init__(self, *terms):
        terms = [Q(t) for t in terms]
        while terms and not terms[-1]:
            terms.pop()
        self.terms = terms

    def __call__(self, x):
        total = Q(0)
        for t in reversed(self.terms):
            total = total * x + t
        return total

    def __add__(self, o):
        n = max(len(self.terms), len(o.terms))
        return Poly(*[a + b for a, b in zip(self.terms + [0] * (n - len(self.terms)), o.terms + [0] * (n - len(o.terms)))])

    def __mul__(self, o):
        if not isinstance(o, Poly):
            return Poly(*[t * o for t in self.terms])
        out = [Q(0)] * (len(self.terms) + len(o.terms) - 1)
        for i, a in enumerate(self.terms):
            for j, b in enumerate(o.terms):
                out[i + j] += a * b
        return Poly(*out)

    def __divmod__(self, o):
        rest, quotient = list(self.terms), [Q(0)] * max(1, len(self.terms) - len(o.terms) + 1)
        while len(rest) >= len(o.terms):
            at, f = len(rest) - len(o.terms), rest[-1] / o.terms[-1]
            quotient[at] = f
            for i, t in enumerate(o.terms):
                rest[at + i] -= f * t
            while rest and not rest[-1]:
                rest.pop()
        return Poly(*quotient), Poly(*rest)

    def derive(self):
        return Poly(*[i * t for i, t in enumerate(self.terms)][1:])

    def __str__(self):
        parts = [f"{t}x^{i}" if i > 1 else f"{t}x" if i else str(t) for i, t in enumerate(self.terms) if t]
        return " + ".join(reversed(parts)) or "0"


def solve(rows):
    rows = [[Q(x) for x in row] for row in rows]
    n = len(rows)
    for i in range(n):
        pivot = next((r for r in range(i, n) if rows[r][i]), None)
        if pivot is None:
            raise ArithmeticError("singular")
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [x / rows[i][i] for x in rows[i]]
        for r in range(n):
            if r != i and rows[r][i]:
                rows[r] = [a - rows[r][i] * b for a, b in zip(rows[r], rows[i])]
    return [row[-1] for row in rows]


def lagrange(points):
    total = Poly()
    for i, (xi, yi) in enumerate(points):
        term = Poly(yi)
        for j, (xj, _) in enumerate(points):
            if i != j:
                term = term * Poly(-xj, 1) * (1 / Q(xi - xj))
        total = total + term
    return total


half, third = Q(1, 2), Q("1/3")
print(half + third, half - third, half * third, half / third, 1 - half, 3 * third, 2 / third, half**3, half**-3, -half)
print(repr(Q(6, -4)), Q(4, 2) == 2, hash(Q(4, 2)) == hash(2), half < third, third < 1, sorted([half, third, Q(0), Q(-7, 3)]), bool(Q(0)))
print(f"{third:.6f} {third} {int(Q(7, -2))} {float(Q(1, 8))}", sum([half, third, 1]), {half: "x"}[Q(2, 4)])
p, q = Poly(1, 2, 1), Poly(1, 1)
print(p, "|", q, "|", p * q, "|", p + q, "|", p.derive(), "|", *divmod(p * q, q))
print(*divmod(Poly(1, 0, 0, 2), Poly(3, 1)), p(half), Poly()(3))
print(solve([[2, 1, -1, 8], [-3, -1, 2, -11], [-2, 1, 2, -3]]), *solve([[1, Q("1/2"), 1], [third, 1, 2]]))
curve = lagrange([(0, 1), (1, 3), (2, 11), (4, 69)])
print(curve, [str(curve(x)) for x in range(6)])
harmonic = Q(0)
for i in range(1, 31):
    harmonic += Q(1, i)
print(harmonic)
for bad in (lambda: Q(1, 0), lambda: half + 0.5, lambda: half < "x", lambda: solve([[1, 2, 3], [2, 4, 6]]), lambda: half / 0):
    try:
        print(bad())
    except (ArithmeticError, TypeError) as e:
        print(type(e).__name__, e)
