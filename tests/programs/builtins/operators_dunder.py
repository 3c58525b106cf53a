# Operators through special methods: reflected, in-place, comparison fallbacks, NotImplemented.

ops = "add sub mul matmul truediv floordiv mod lshift rshift and xor or".split()
sym = dict(zip(ops, "+ - * @ / // % << >> & ^ |".split()))
ns = {}
for o in ops:
    ns[f"__{o}__"] = lambda s, x, o=o: f"{o}({x})"
    ns[f"__r{o}__"] = lambda s, x, o=o: f"r{o}({x})"
A = type("A", (), ns)
a = A()
print(a + 1, a - 1, a * 1, a @ 1, a / 1, a // 1, a % 1, a << 1, a >> 1, a & 1, a ^ 1, a | 1, 1 + a, 1 - a, 1 * a, 1 @ a, 1 / a, 1 // a, 1 % a, 1 << a, 1 >> a, 1 & a, 1 ^ a, 1 | a)
print("s" + a, "s" * a, [1] + a, [1] * a, (1,) + a, 1.5 + a, "%d" % a if False else "", None | a, {1} | a, b"" + a)


class B:
    def __iadd__(self, x):
        return ("iadd", x)

    def __imul__(self, x):
        return NotImplemented

    def __mul__(self, x):
        return ("mul", x)


b = B(); b += 1; print(b); b = B(); b *= 2; print(b)
try:
    b = B(); b -= 1
except TypeError as e:
    print(e)
try:
    b = B(); b @= 1
except TypeError as e:
    print(e)
try:
    b = B(); b **= 1
except TypeError as e:
    print(e)


class P:
    def __add__(self, o):
        return "P.add"

    def __radd__(self, o):
        return "P.radd"


class Q(P):
    def __radd__(self, o):
        return "Q.radd"


class R(P):
    pass


print(P() + Q(), P() + R(), Q() + P(), R() + P(), P() + P(), 1 + Q())


class NI:
    def __add__(self, o):
        return NotImplemented

    def __eq__(self, o):
        return NotImplemented

    def __lt__(self, o):
        return NotImplemented


for f in (lambda: NI() + 1, lambda: 1 + NI(), lambda: NI() < 1, lambda: NI() < NI(), lambda: NI() > 1, lambda: NI() <= 1, lambda: -NI(), lambda: +NI(), lambda: ~NI(), lambda: NI() ** 2, lambda: 2 ** NI(), lambda: divmod(NI(), 1), lambda: NI()[0], lambda: NI()(), lambda: len(NI()), lambda: 1 in NI(), lambda: NI() == 1, lambda: NI() != NI(), lambda: 1 @ 2, lambda: 1 << "a", lambda: 1.5 >> 1, lambda: 1.5 % "a", lambda: [] - [], lambda: {} | [], lambda: "a" // 2, lambda: None + 1, lambda: ~1.5, lambda: -"a", lambda: +None, lambda: 1 & 1.0, lambda: "a" ^ "b", lambda: print - 1, lambda: int + str, lambda: 1 // 0, lambda: 1 % 0, lambda: 1 / 0, lambda: 1.0 // 0, lambda: 1.0 % 0, lambda: 1.0 / 0, lambda: 1 << -1, lambda: 1 >> -1, lambda: 1j / 0, lambda: 1j // 1, lambda: 1j % 1, lambda: 1j < 1, lambda: 2 ** 10000 * 1.0, lambda: 0 ** -1, lambda: 10.0 ** 400):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


class Cmp:
    def __init__(self, v):
        self.v = v

    def __lt__(self, o):
        return ("lt", self.v)

    def __gt__(self, o):
        return ("gt", self.v)

    def __le__(self, o):
        return ("le", self.v)

    def __eq__(self, o):
        return ("eq", self.v)

    __hash__ = None


c, d = Cmp(1), Cmp(2)
print(c < d, c > d, 5 < c, 5 > c, c <= d, 5 >= c, c == d, c != d, 5 == c, 1 < 2 < c, c < d < c)


class Un:
    def __neg__(self): return "neg"
    def __pos__(self): return "pos"
    def __invert__(self): return "inv"
    def __call__(self, *a, **k): return ("call", a, k)
    def __getitem__(self, k): return ("item", k)
    def __contains__(self, k): return k == 5
    def __len__(self): return 3
    def __bool__(self): return False
    def __index__(self): return 2
    def __matmul__(self, o): return "mm"


u = Un(); print(-u, +u, ~u, u(1, k=2), u[1], 5 in u, 6 in u, len(u), bool(u), [0, 1, 2][u], u @ u, not u, (u and 1) is u, bool(u or 0), -(-1), not not u, 1 if u else 2, u[1:2], u[u:u].__class__.__name__)
