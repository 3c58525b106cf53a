"""array: items of every type code, sequences, buffers, files and pickles."""
import array
import copy
import io
import pickle
import struct
import weakref


def shown(f, *args, **kw):
    try:
        return f(*args, **kw)
    except Exception as e:
        return f"{type(e).__name__}: {e}"


A = array.array
print(array.typecodes, A is array.ArrayType, A.__name__, A.__module__)
for code in "bBhHiIlLqQ":
    a = A(code, [1, 2])
    bits = 8 * a.itemsize
    low, high = (-(1 << bits - 1), (1 << bits - 1) - 1) if code.islower() else (0, (1 << bits) - 1)
    print(a, a.itemsize, A(code, [low, high]), A(code, [low, high]).tobytes().hex())
    for v in (low - 1, high + 1, 1 << 70, -1 << 70, 1.5, "x", None, True):
        print("  ", shown(a.append, v))
for code in "fd":
    print(A(code, [1, 2.5, float("inf")]), shown(A, code, ["x"]), A(code, [0.1]).tobytes().hex())
u = A("u", "aé€😀")
print(u, len(u), u.tounicode(), u[2], shown(u.append, "ab"), shown(u.append, 1), u.itemsize)
u.fromunicode("z")
print(u, u == A("u", "aé€😀z"), shown(A("b").fromunicode, "a"), shown(u.fromunicode, 1), shown(A("b").tounicode))

for args in ((), (1,), ("ii",), ("x",), ("i", "a"), ("i", u), ("i", 5), ("i", [1], 2), ("h", b"abc"), ("i", ["a"])):
    print(args, shown(A, *args))
print(shown(A, typecode="i"), A("h", b"\1\0\2\0"), A("d", A("i", [1, 2])), A("i", range(3)), A("i"))

a = A("i", range(6))
print(a[0], a[-1], a[1:4], a[::-2], a[10:], shown(a.__getitem__, 6), shown(a.__getitem__, "x"))
a[0] = 9
a[1:3] = A("i", [7, 7, 7])
print(a)
a[::2] = A("i", [0, 0, 0, 0])
print(a, shown(a.__setitem__, slice(0, 6, 2), A("i", [1])), shown(a.__setitem__, 9, 1))
print(shown(a.__setitem__, slice(0, 1), [1]), shown(a.__setitem__, slice(0, 1), A("b", [1])), shown(a.__setitem__, 0, "x"))
del a[0], a[1:2]
print(a)
a[1:1] = a
print(a)
del a[::3]
print(a, a + A("i", [1]), a * 2, 2 * a, a * -1, shown(lambda: a + [1]), shown(lambda: a + A("b")), shown(lambda: a * "x"))
a += A("i", [5])
a *= 2
print(a, shown(a.__iadd__, [1]), shown(a.extend, A("b", [1])), shown(a.extend, 3), a.extend([8, 9]), a)
a.extend(a)
print(a, a.count(0), a.index(5), shown(a.index, 99), a.index(5, -3) if 5 in a[-3:] else "none", 5 in a, "x" in a)
a.insert(0, -1), a.insert(-1, -2), a.insert(99, -3)
print(a, a.pop(), a.pop(0), shown(a.pop, 99), shown(A("i").pop), a.remove(-2), shown(a.remove, 77))
a.reverse()
print(a, a.tolist())
print(A("i", [1, 2]) < A("i", [1, 3]), A("i", [1]) == A("d", [1.0]), A("i") != A("i"), A("i", [1]) == [1],
      shown(lambda: A("i") < [1]), A("d", [float("nan")]) == A("d", [float("nan")]), shown(hash, a))
b = A("h", [1, 2])
b.byteswap()
print(b, b.buffer_info()[1])
b.fromlist([3, 4])
print(b, shown(b.fromlist, [5, "x"]), b, shown(b.fromlist, (1,)), shown(b.frombytes, b"abc"), shown(b.frombytes, "x"))
b.frombytes(b"\1\0")
b.frombytes(bytearray(b"\2\0"))
print(b)

f = io.BytesIO()
b.tofile(f)
f.seek(0)
c = A("h")
print(shown(c.fromfile, f, 2), c, shown(c.fromfile, f, 50), c, shown(c.fromfile, f, -1), shown(c.fromfile, io.StringIO("ab"), 1))

# buffers
m = memoryview(A("i", [1, 2, 3]))
print(m.format, m.itemsize, m.shape, m.tolist(), m[1], m.nbytes, m == A("i", [1, 2, 3]), m == memoryview(A("b", [1, 2, 3])))
m[0] = 77
print(m.obj, shown(m.obj.append, 1), shown(m.obj.pop), shown(m.obj.extend, [1]), m.obj.extend([]), shown(m.obj.__delitem__, 0))
o = m.obj
o[1:2] = A("i", [5])
m.release()
o.append(4)
print(o, bytes(A("B", b"ab")), bytearray(A("h", [1])), struct.unpack_from("i", o, 4), memoryview(u).format)
print(shown(lambda: memoryview(u)[0]), memoryview(A("d", [1.5]))[0], b"".join([A("B", [65]), b"x"]))
print(io.BytesIO(b"abcd").readinto(A("B", bytes(3))), int.from_bytes(A("B", [1, 2]), "big"))

# iterators, copies, pickles
it = iter(A("i", [1, 2, 3]))
print(next(it), type(it).__name__, it.__reduce__()[2], pickle.loads(pickle.dumps(it)).__class__ is type(it), list(it), list(it))


class Sub(A):
    pass


s = Sub("i", [1, 2])
s.note = "kept"
for v in (A("i", [1, 2]), A("u", "aé"), A("d", [0.5]), s, A("b")):
    for proto in range(6):
        w = pickle.loads(pickle.dumps(v, proto))
        print(w, type(w) is type(v), getattr(w, "note", None))
print(copy.copy(s), copy.deepcopy(A("i", [3])), weakref.ref(s)() is s, repr(Sub("u")))
R = array._array_reconstructor
for number, code, data in ((0, "b", b"\xff"), (3, "H", b"\1\2"), (5, "h", b"\xff\0"), (9, "l", b"\xff\xff\xff\0"),
                           (13, "q", b"\0" * 7 + b"\5"), (15, "f", struct.pack(">f", 1.5)), (17, "d", struct.pack(">d", 2.5)),
                           (18, "u", "aé".encode("utf-16-le")), (21, "u", "aé".encode("utf-32-be"))):
    print(number, shown(R, A, code, number, data))
print(shown(R, 1, "b", 0, b""), shown(R, int, "b", 0, b""), shown(R, A, "x", 0, b""), shown(R, A, "b", 99, b""),
      shown(R, A, "b", 0, ""), shown(R, A, 5, 0, b""))

