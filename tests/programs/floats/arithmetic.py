"""Float arithmetic, comparison with ints, floor division and modulo."""
values = [-7.5, -2.0, -0.5, -0.0, 0.0, 0.1, 1.0, 2.5, 3.0, 1e10, 1e300]
for a in values:
    for b in values:
        row = [a + b, a - b, a * b, a < b, a <= b, a == b, a != b]
        if b:
            row += [a / b, a // b, a % b, divmod(a, b)]
        print(a, b, row)
for a in values:
    for n in (-3, 0, 2, 2 ** 60, 10 ** 25):
        print(a + n, n - a, a * n, a < n, a == n, n > a, n // (a or 1), n % (a or 1))
for e in (0, 1, 2, 3, -1, 0.5, -0.5, 10):
    for b in (0.5, 2.0, 9.0, 1e-5):
        print(b ** e, end=" ")
    print()
print((-8.0) ** 2, (-8.0) ** 3, (-2.0) ** -1, 0.0 ** 0, 2.0 ** 0.5, 4 ** 0.5, 10 ** -2, 2 ** 1000 * 1.0)
for bad in ("0.0 ** -1", "1.0 / 0", "1.0 // 0", "1.0 % 0", "2.0 ** 100000"):
    try:
        print({"0.0 ** -1": lambda: 0.0 ** -1, "1.0 / 0": lambda: 1.0 / 0, "1.0 // 0": lambda: 1.0 // 0, "1.0 % 0": lambda: 1.0 % 0, "2.0 ** 100000": lambda: 2.0 ** 100000}[bad]())
    except ArithmeticError as e:
        print(bad, type(e).__name__, e)
inf, nan = float("inf"), float("nan")
print(inf > 10 ** 400, -inf < -(10 ** 400), nan == nan, nan != nan, nan < 1, inf == inf, [nan] == [nan], nan in [nan])
print(inf // 1, 1 // inf, -1 // inf, 1 % inf, -1 % inf, 5 % -inf, max(1, nan), min(nan, 1))
print(1 == 1.0, 2 ** 53 == 2.0 ** 53, 2 ** 53 + 1 == 2.0 ** 53, hash(1.0) == hash(1), 10 ** 16 + 1 > 1e16, 0.1 + 0.2 == 0.3)
s = 0.0
for i in range(1, 50):
    s += 1 / i - i * 0.01
print(s, -s, abs(s), +s)
