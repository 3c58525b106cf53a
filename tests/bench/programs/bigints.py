"""Big ints: digits of pi, factorial, Fibonacci, decimal conversion."""


def pi_digits(count):
    out = []
    q, r, t, k, m, x = 1, 0, 1, 1, 3, 3
    while len(out) < count:
        if 4 * q + r - t < m * t:
            out.append(str(m))
            q, r, m = 10 * q, 10 * (r - m * t), (10 * (3 * q + r)) // t - 10 * m
        else:
            q, r, t, k, m, x = q * k, (2 * q + r) * x, t * x, k + 1, (q * (7 * k + 2) + r * x) // (t * x), x + 2
    return "".join(out)


def factorial(n):
    result = 1
    for i in range(2, n + 1):
        result *= i
    return result


def fibonacci(n):
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return a


print(pi_digits(2500)[-10:])
print(factorial(3000) % 1000003, fibonacci(150000) % 1000003)
print(len(str(3 ** 8000)), pow(3, 10 ** 40, 10 ** 9 + 7))
