"""Ints around the limits of one word and of the tagged range."""
edges = []
for bits in (30, 31, 32, 60, 61, 62, 63, 64, 65, 127, 128):
    for d in (-2, -1, 0, 1, 2):
        edges.append(2 ** bits + d)
        edges.append(-(2 ** bits) + d)
for e in edges:
    print(e, e + 1, e - 1, e * 2, e * e, -e, e // 3, e % 3, e >> 1, e << 1, ~e)
total = 0
for e in edges:
    total += e
    total *= 3
    total -= e * e
print(total)
x = 2 ** 61 - 1
x += 1
print(x, x - 1 == 2 ** 61 - 1, type(x))
y = -(2 ** 61)
y -= 1
print(y, y + 1)
i = 2 ** 62 - 3
while i < 2 ** 62 + 3:
    print(i, i * 4, i & 0xFFFF, i ^ 1)
    i += 1
print(3037000499 ** 2, 3037000500 ** 2, -3037000500 * 3037000500)
print(1518500249 * 1518500250, 1518500250 * 1518500250)
m = 1
for n in range(1, 30):
    m *= n
    print(n, m, m // (n + 1), m % 1000007)
