# memoryview.cast: the same bytes as items of another format.
b = bytearray(range(16))
m = memoryview(b)
for f in "bBhHiIlLqQnN?c@I".replace("@I", ""):
    v = m.cast(f)
    print(f, v.format, v.itemsize, len(v), v.nbytes, v.shape, v.strides, v.tolist()[:3])
i = m.cast("I")
i[0] = 0xFFFFFFFF
print(b[:5], i[0], i[1:].tolist(), i[::2].tolist(), i[::2].tobytes())
for value in (-1, 1 << 32, "x", 1.5):
    try:
        i[0] = value
    except (TypeError, ValueError) as e:
        print(type(e).__name__, e)
q = m.cast("Q")
q[0] = (1 << 64) - 1
print(q[0], m.cast("q")[0])
d = m.cast("d")
d[1] = 2.5
print(d[1], i.cast("B") == m, d == d, m == i)
for bad in (lambda: i.cast("d"), lambda: m[:3].cast("I"), lambda: m.cast("xx"), lambda: m[::2].cast("H"), lambda: hash(memoryview(b"1234").cast("I"))):
    try:
        print(bad())
    except (TypeError, ValueError) as e:
        print(type(e).__name__, e)
i[1:3] = i[0:2]
print(i.tolist())
