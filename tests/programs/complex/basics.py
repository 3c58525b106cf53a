"""Complex numbers."""
a, b = 3 + 4j, 1 - 2j
print(a + b, a - b, a * b, a / b, -a, +a, abs(a), a == b, a != b, a == complex(3, 4), a.real, a.imag, a.conjugate())
print(a ** 2, a ** 0, a ** -1, 2 ** (1 + 0j), 1j * 1j, 1j ** 2, a + 1, 1.5 * a, a - 1j, bool(0j), bool(a))
print(complex(), complex(1), complex(1, 2), complex("1+2j"), complex("-j"), complex(" 3 "), complex("1e2-3.5j"), complex(2.5, -0.0))
print(repr(0j), repr(-0j), 1e20 + 1j, 1.5j, complex(0.0, -1), complex(float("inf"), float("nan")), str(1 + 0j), [1j])
for bad in ("1+", "a", "1 + 2j", "", "1+2i"):
    try:
        print(complex(bad))
    except ValueError as e:
        print(e)
for f in (lambda: a < b, lambda: int(a), lambda: float(a), lambda: a // b, lambda: a % b, lambda: a / 0, lambda: complex("1", 2), lambda: 0j ** -1):
    try:
        print(f())
    except (TypeError, ZeroDivisionError) as e:
        print(type(e).__name__, e)
print(hash(1 + 0j) == hash(1), hash(2.5 + 0j) == hash(2.5), {1: "a", 1 + 0j: "b"}, sum([1j, 2, 3.5]))
print((-8) ** (1 / 3), (-1) ** 0.5, (1 + 2j).__class__, complex(a), isinstance(1j, complex))
print(f"{a} {a:.2f} {1j:>10} {a!r}", "%s" % a)
z = 0j
c = -0.4 + 0.6j
for i in range(12):
    z = z * z + c
    print(i, f"{z.real:.6f} {z.imag:.6f} {abs(z):.6f}")
