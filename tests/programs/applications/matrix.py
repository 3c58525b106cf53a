# a matrix class with operators, slicing, exact fractions, determinant, inverse, solving
from math import gcd
class Frac:
    __slots__ = ("n", "d")
    def __init__(self, n, d=1):
        if d == 0: raise ZeroDivisionError("Frac with denominator 0")
        g = gcd(n, d) * (1 if d > 0 else -1); self.n, self.d = n // g, d // g
    @staticmethod
    def of(x): return x if isinstance(x, Frac) else Frac(x) if isinstance(x, int) else NotImplemented
    def __add__(self, o): o = Frac.of(o); return o if o is NotImplemented else Frac(self.n * o.d + o.n * self.d, self.d * o.d)
    def __mul__(self, o): o = Frac.of(o); return o if o is NotImplemented else Frac(self.n * o.n, self.d * o.d)
    __radd__, __rmul__ = __add__, __mul__
    def __neg__(self): return Frac(-self.n, self.d)
    def __sub__(self, o): return self + -Frac.of(o)
    def __rsub__(self, o): return -self + o
    def __truediv__(self, o): o = Frac.of(o); return Frac(self.n * o.d, self.d * o.n)
    def __rtruediv__(self, o): return Frac.of(o) / self
    def __eq__(self, o): o = Frac.of(o); return o is not NotImplemented and (self.n, self.d) == (o.n, o.d)
    def __lt__(self, o): o = Frac.of(o); return self.n * o.d < o.n * self.d
    def __hash__(self): return hash((self.n, self.d))
    def __bool__(self): return self.n != 0
    def __repr__(self): return str(self.n) if self.d == 1 else f"{self.n}/{self.d}"
    def __float__(self): return self.n / self.d
class Matrix:
    def __init__(self, rows): self.rows = [[Frac.of(x) for x in r] for r in rows]; self.shape = len(self.rows), len(self.rows[0])
    @classmethod
    def identity(cls, n): return cls([[int(i == j) for j in range(n)] for i in range(n)])
    def __getitem__(self, k):
        i, j = k
        if isinstance(i, slice) or isinstance(j, slice):
            rows = self.rows[i] if isinstance(i, slice) else [self.rows[i]]
            return Matrix([r[j] if isinstance(j, slice) else [r[j]] for r in rows])
        return self.rows[i][j]
    def __setitem__(self, k, v): self.rows[k[0]][k[1]] = Frac.of(v)
    def __eq__(self, o): return isinstance(o, Matrix) and self.rows == o.rows
    def __add__(self, o):
        if self.shape != o.shape: raise ValueError(f"shapes {self.shape} and {o.shape} differ")
        return Matrix([[a + b for a, b in zip(r, s)] for r, s in zip(self.rows, o.rows)])
    def __mul__(self, k): return Matrix([[x * k for x in r] for r in self.rows]) if isinstance(k, (int, Frac)) else NotImplemented
    __rmul__ = __mul__
    def __matmul__(self, o):
        if self.shape[1] != o.shape[0]: raise ValueError(f"cannot multiply {self.shape} by {o.shape}")
        return Matrix([[sum(a * b for a, b in zip(r, c)) for c in zip(*o.rows)] for r in self.rows])
    def __pow__(self, n):
        if n < 0: return self.inverse() ** -n
        r, b = Matrix.identity(self.shape[0]), self
        while n:
            if n & 1: r = r @ b
            b = b @ b; n >>= 1
        return r
    @property
    def T(self): return Matrix(list(zip(*self.rows)))
    def eliminate(self, extra):
        a = [list(r) + list(e) for r, e in zip(self.rows, extra)]; n = len(a); det = Frac(1)
        for c in range(n):
            p = next((r for r in range(c, n) if a[r][c]), None)
            if p is None: raise ArithmeticError("singular matrix")
            if p != c: a[p], a[c] = a[c], a[p]; det = -det
            det *= a[c][c]; a[c] = [x / a[c][c] for x in a[c]]
            for r in range(n):
                if r != c and a[r][c]: f = a[r][c]; a[r] = [x - f * y for x, y in zip(a[r], a[c])]
        return det, [r[n:] for r in a]
    def det(self):
        try: return self.eliminate([[]] * self.shape[0])[0]
        except ArithmeticError: return Frac(0)
    def inverse(self): return Matrix(self.eliminate(Matrix.identity(self.shape[0]).rows)[1])
    def solve(self, b): return [r[0] for r in self.eliminate([[Frac.of(x)] for x in b])[1]]
    def __repr__(self): return "[" + "; ".join(" ".join(map(repr, r)) for r in self.rows) + "]"
m = Matrix([[2, 1, -1], [-3, -1, 2], [-2, 1, 2]])
print(m, m.T, m.det(), m.inverse(), m.solve([8, -11, -3]), m @ m.inverse() == Matrix.identity(3), m ** 5, m ** -2, m ** 0)
print(m + m == 2 * m == m * 2, m[0, 1], m[:, 0], m[1:, :2], m[-1, :], m * Frac(1, 2), float(Frac(1, 3)), sorted([Frac(1, 2), Frac(1, 3), Frac(3, 4)]), {Frac(2, 4): 1}[Frac(1, 2)])
fib = Matrix([[1, 1], [1, 0]]); print((fib ** 90)[0, 1], (fib ** 10).rows); m[0, 0] = 0; print(m, m.det()); h = Matrix([[Frac(1, i + j + 1) for j in range(5)] for i in range(5)]); print(h.det(), h.inverse())
for f in (lambda: m + fib, lambda: m @ fib, lambda: Matrix([[1, 2], [2, 4]]).inverse(), lambda: m * "x", lambda: Frac(1, 0), lambda: m[5, 5], lambda: m * 1.5, lambda: Frac(1) / 0):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
