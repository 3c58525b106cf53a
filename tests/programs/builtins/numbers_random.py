# Random numeric conversions: int and float text round trips, divmod, pow, round, bit operations, bases.

seed = 20231


def rnd(n):
    global seed
    seed = (seed * 6364136223846793005 + 1442695040888963407) & 0xFFFFFFFFFFFFFFFF
    return (seed >> 33) % n


def pick(v):
    return v[rnd(len(v))]


check = 0
for n in range(600):
    a = (rnd(2 ** 31) ** (rnd(4) + 1)) * pick([1, -1]) >> rnd(40)
    b = (rnd(2 ** 31) ** (rnd(2) + 1) >> rnd(30)) * pick([1, -1]) or 7
    q, m = divmod(a, b)
    assert q * b + m == a and (0 <= m < b or b < m <= 0) and q == a // b and m == a % b
    assert int(str(a)) == a and int(hex(a), 16) == a and int(bin(a), 0) == a and int(oct(a), 0) == a and int(f"{a:_}") == a and int(f"{a:x}", 16) == a
    assert (a & b) + (a | b) == a + b and a ^ b == (a | b) - (a & b) and ~a == -a - 1 and (a << 7) >> 7 == a and a >> 3 == a // 8
    assert pow(a, 5, abs(b)) == a ** 5 % abs(b) and (a * b) // b == a and -(-a) == a and abs(a) ** 2 == a * a
    z = (a.bit_length() + 8) // 8; assert int.from_bytes(a.to_bytes(z, "big", signed=True), "big", signed=True) == a
    f = rnd(2 ** 53) * 2.0 ** (rnd(200) - 120) * pick([1, -1])
    assert float(repr(f)) == f and float.fromhex(f.hex()) == f and float(f"{f:.17g}") == f and float(f"{f:.16e}") == f
    x, y = f.as_integer_ratio(); assert x / y == f
    g = divmod(f, 3.7); assert 0 <= g[1] <= 3.7
    if n % 60 == 0:
        print(a, b, q, m, f, f"{f:.3e} {f:.6g} {a:,}", round(f, 2) if abs(f) < 1e15 else "big", round(a, -3), a / b, hash(a), hash(f), g, float(a) if abs(a) < 2 ** 1000 else 0)
    check = (check * 31 + hash(a) + hash(f) + (a < b) + 2 * (a < f) + 4 * (a == int(f)) + hash(a / b)) % 1000003
print(check)
for _ in range(80):
    x = rnd(10 ** 7) / 10 ** rnd(8)
    print(x, *(round(x, k) for k in (0, 1, 2, 3)), int(x), f"{x:.2f}", "%.1f" % x, f"{x:.3g}", sep=",", end=" ")
print()
for _ in range(60):
    s = pick(["", "-", "+", " "]) + pick(["", "0", "1", "12", "1_2", "0x1f", "0b1", "1e5", "inf", "nan", ".5", "5.", "1__2", "_1", "9" * 20]) + pick(["", "", " ", "\n", "x", "_", ".0", "e-3", "j"])
    out = []
    for f in (int, float, complex, lambda s: int(s, 0), lambda s: int(s, 16)):
        try:
            out.append(repr(f(s)))
        except ValueError as e:
            out.append(str(e)[:24])
    print(repr(s), out, end="; ")
print()
