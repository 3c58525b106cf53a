"""Numerical methods whose every digit is printed: roots, integration, sums, statistics, linear fits, intervals and rounding."""

import math


def bisect(f, low, high, steps=60):
    for _ in range(steps):
        mid = (low + high) / 2
        if f(low) * f(mid) <= 0:
            high = mid
        else:
            low = mid
    return low


def newton(f, df, x):
    for n in range(50):
        step = f(x) / df(x)
        x -= step
        if abs(step) < 1e-15 * max(1, abs(x)):
            return x, n
    return x, None


def simpson(f, a, b, n):
    h = (b - a) / n
    return h / 3 * (f(a) + f(b) + 4 * sum(f(a + i * h) for i in range(1, n, 2)) + 2 * sum(f(a + i * h) for i in range(2, n, 2)))


def kahan(values):
    total = carry = 0.0
    for v in values:
        y = v - carry
        t = total + y
        carry = (t - total) - y
        total = t
    return total


def statistics(values):
    n = len(values)
    mean = math.fsum(values) / n
    variance = math.fsum((v - mean) ** 2 for v in values) / (n - 1)
    ordered = sorted(values)
    median = ordered[n // 2] if n % 2 else (ordered[n // 2 - 1] + ordered[n // 2]) / 2
    return mean, variance, math.sqrt(variance), median


def fit(points):
    n = len(points)
    sx, sy = sum(x for x, _ in points), sum(y for _, y in points)
    sxx, sxy = sum(x * x for x, _ in points), sum(x * y for x, y in points)
    slope = (n * sxy - sx * sy) / (n * sxx - sx * sx)
    return slope, (sy - slope * sx) / n


def runge(f, y, t, h, steps):
    for _ in range(steps):
        k1 = f(t, y)
        k2 = f(t + h / 2, y + h * k1 / 2)
        k3 = f(t + h / 2, y + h * k2 / 2)
        k4 = f(t + h, y + h * k3)
        y += h * (k1 + 2 * k2 + 2 * k3 + k4) / 6
        t += h
    return y


print(bisect(lambda x: x * x - 2, 0.0, 2.0), bisect(lambda x: x**3 - x - 2, 1.0, 2.0))
print(newton(lambda x: x * x - 612, lambda x: 2 * x, 10.0), newton(lambda x: x**5 - 3, lambda x: 5 * x**4, 1.0))
print(simpson(lambda x: x**4, 0.0, 1.0, 10), simpson(lambda x: 1 / (1 + x * x), 0, 1, 100) * 4)
tenths = [0.1] * 10
print(sum(tenths), kahan(tenths), math.fsum(tenths), sum(tenths) == 1.0, math.fsum([1e100, 1.0, -1e100]))
print(*statistics([2.5, 3.25, 1e-3, 7.125, -4.75, 0.1]))
print(*fit([(0, 1), (1, 3.1), (2, 4.9), (3, 7.2)]))
print(runge(lambda t, y: y, 1.0, 0.0, 0.01, 100), runge(lambda t, y: -2 * t * y, 1.0, 0.0, 0.05, 20))
print([round(x, 2) for x in (2.675, 2.665, 1.005, -1.005, 0.125, 1e16 + 2)], [round(x) for x in (0.5, 1.5, 2.5, -0.5, -1.5, 1e20)])
print([round(x, -2) for x in (1250, 1350, 150.0, -249.9)], round(12345678901234567890, -10), round(5, -1), round(15, -1), round(25, -1))
x, terms = 0.0, []
for n in range(1, 12):
    x += 1 / n**2
    terms.append(f"{math.sqrt(6 * x):.12g}")
print(terms)
e = 1.0
while 1.0 + e / 2 != 1.0:
    e /= 2
print(e, 5e-324 / 2, 1.7976931348623157e308 * 10, -1.7976931348623157e308 * 10, 1e308 + 1e308 - 1e308)
tiny, n = 1.0, 0
while tiny:
    last, tiny, n = tiny, tiny / 2, n + 1
print(last, n, last.hex(), float.fromhex("0x1.fp-3"), (0.1).as_integer_ratio(), (-2.5).as_integer_ratio(), (1e22).is_integer())
print(0.1 + 0.2, 0.1 * 3, 1 / 3, 2 / 3, 1e23, 1e22, 123456789.123456789, 1e-5, 0.0001, 1e15, 1e16, 1e17, -0.0, 100.0, 3e-310)
print([x % 3 for x in (-7.5, 7.5, -0.0, 6.0)], [x % -3 for x in (-7.5, 7.5, 0.0)], [x // 0.1 for x in (1.0, 0.3, -1.0)], divmod(-7.5, 2), divmod(1.0, 0.1))
nan, inf = float("nan"), float("inf")
print(max(nan, 1), max(1, nan), min([3, nan, 1]), sorted([3, 1, 2.5, -inf, inf]), nan in [nan], [nan] == [nan], nan == nan, inf - inf, inf * 0, 0 * -1.0)
print([math.copysign(1, v) for v in (0.0, -0.0, nan, -nan)], math.isclose(0.1 + 0.2, 0.3), math.nextafter(1.0, 2), math.ulp(1e10), math.frexp(-10.5), math.modf(-3.75), math.ldexp(0.5, 10))
for bad in (lambda: 1 / 0.0, lambda: 1.0 // 0, lambda: 1.0 % 0, lambda: int(inf), lambda: int(nan), lambda: math.sqrt(-1), lambda: 0.0**-1, lambda: 10.0**400, lambda: math.exp(1000), lambda: float("1_"), lambda: round(nan), lambda: math.log(0)):
    try:
        print(bad())
    except (ArithmeticError, ValueError) as e:
        print(type(e).__name__, e)
print((-8) ** (1 / 3), (-8.0) ** 2, 2**-1, 0**0, 0.0**0, inf**0, 1**nan, (-1) ** 0.5)
