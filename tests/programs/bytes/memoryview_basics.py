# memoryview: attributes, indexing, slicing, assignment, comparison, cast, release.

def t(f, *a, **k):
    try:
        print(repr(f(*a, **k)))
    except Exception as e:
        print(type(e).__name__ + ":", e)


m = memoryview(b"abcdef")
print(m.nbytes, m.itemsize, m.format, m.ndim, m.shape, m.strides, m.suboffsets, m.readonly, m.contiguous, m.c_contiguous, m.f_contiguous, len(m), m.obj)
print(m[0], m[-1], bytes(m[1:3]), bytes(m[::-1]), bytes(m[::2]), m[1:4].tolist(), m.tobytes(), m.hex(), m.hex(":"), m[::2].shape, m[::2].strides, m[::2].contiguous, list(m), 97 in m, m[2:2].tolist())
t(lambda: m[6])
t(lambda: m[-7])
t(lambda: m["a"])
t(lambda: m[1.5])
t(lambda: m[::0])


def put(x, i, v):
    x[i] = v
    return bytes(x)


t(put, m, 0, 1)
b = bytearray(b"0123456789")
w = memoryview(b)
t(put, w, 0, 65)
t(put, w, -1, 66)
t(put, w, slice(1, 3), b"xy")
t(put, w, slice(1, 3), b"xyz")
t(put, w, slice(1, 3), "xy")
t(put, w, slice(0, 4, 2), b"!?")
t(put, w, 0, 256)
t(put, w, 0, -1)
t(put, w, 0, b"a")
t(put, w, 0, "a")
t(put, w, 99, 1)
t(put, w[2:5], 0, 42)
t(put, w, slice(2, 5), w[5:8])
t(put, w, slice(0, 5), w[2:7])


def remove(x):
    del x[0]


t(remove, w)
print(b, w == b, m == b"abcdef", m == memoryview(b"abcdef"), m != b"abc", m[:3] == b"abc", m == "abcdef", w[::2] == b[::2])
t(lambda: m < m)
t(hash, m)
print(hash(m) == hash(b"abcdef"))
t(hash, w)
t(memoryview, "a")
t(memoryview, 5)
t(memoryview)
t(memoryview, [1])
print(memoryview(m).obj, bytes(memoryview(object=b"kw")))
with memoryview(b) as c:
    print(c[0])
t(lambda: c[0])
t(lambda: len(c))
print(repr(c).startswith('<released memory at 0x'))
w.release()
t(lambda: w.tobytes())
w.release()
r = memoryview(bytearray(b"x")).toreadonly()
print(r.readonly)
t(put, r, 0, 1)
print(b"-".join([memoryview(b"a"), b"b"]), bytes(memoryview(b"xyz")[1:]), bytearray(memoryview(b"q")), str(memoryview(b"hi"), "ascii"), b"a" + memoryview(b"b"))
