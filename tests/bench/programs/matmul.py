"""Matrix product on lists of lists."""


def matrix(n, f):
    return [[f(i, j) for j in range(n)] for i in range(n)]


def product(a, b):
    n = len(a)
    m = len(b[0])
    out = []
    columns = [[row[j] for row in b] for j in range(m)]
    for i in range(n):
        row = a[i]
        line = []
        for column in columns:
            s = 0
            for k in range(len(row)):
                s += row[k] * column[k]
            line.append(s)
        out.append(line)
    return out


ints = product(matrix(190, lambda i, j: i - j), matrix(190, lambda i, j: i + j))
floats = product(matrix(190, lambda i, j: i / (j + 1)), matrix(190, lambda i, j: (i - j) * 0.5))
print(ints[5][7], f"{floats[5][7]:.6f}")
