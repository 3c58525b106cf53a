"""Sorting with and without key functions."""


def numbers(n):
    seed = 7
    out = []
    for _ in range(n):
        seed = (seed * 69069 + 1) % 4294967296
        out.append(seed)
    return out


def main():
    data = numbers(150000)
    a = sorted(data)
    b = sorted(data, key=lambda x: x % 1000)
    c = sorted([str(x) for x in data])
    d = sorted(((x % 100, x) for x in data), key=lambda p: p[0], reverse=True)
    data.sort(key=lambda x: -x)
    print(a[0], b[0], c[0], d[0], data[0])


main()
