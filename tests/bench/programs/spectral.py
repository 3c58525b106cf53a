"""Spectral norm: nested loops, generator expressions and sums."""


def a(i, j):
    return 1.0 / ((i + j) * (i + j + 1) // 2 + i + 1)


def times(v):
    n = len(v)
    out = []
    for i in range(n):
        s = 0.0
        for j in range(n):
            s += a(i, j) * v[j]
        out.append(s)
    return out


def times_transposed(v):
    n = len(v)
    return [sum(a(j, i) * v[j] for j in range(n)) for i in range(n)]


def main(n):
    u = [1.0] * n
    v = u
    for _ in range(6):
        v = times_transposed(times(u))
        u = times_transposed(times(v))
    vbv = sum(x * y for x, y in zip(u, v))
    vv = sum(x * x for x in v)
    print(f"{(vbv / vv) ** 0.5:.9f}")


main(400)
