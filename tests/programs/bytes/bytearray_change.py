# Mutation of bytearray: item and slice assignment, append, extend, insert, pop, remove, reverse, clear, +=, *=.

def t(f, *a, **k):
    try:
        print(repr(f(*a, **k)))
    except Exception as e:
        print(type(e).__name__ + ":", e)


b = bytearray(b"hello")
b[0] = 72; b[-1] = 0x4F; print(b)
b[1:3] = b"EEEE"; print(b)
b[:0] = [1, 2]; print(b)
b[len(b):] = bytearray(b"end"); print(b)
b[::2] = b"." * len(b[::2]); print(b)
b[2:4] = b""; print(b)
b[1:2] = range(3); print(b)
b[3:1] = b"<>"; print(b)
b[5:5] = b; print(b)
b[:] = b"abcdef"; print(b)
del b[0]; del b[-1]; print(b)
del b[1:3]; print(b)
b[:] = b"0123456789"; del b[::3]; print(b)
del b[::-2]; print(b)
b.append(65); b.extend(b"xyz"); b.extend([1, 2]); b.extend(iter(range(48, 50))); b.insert(0, 90); b.insert(-1, 33); b.insert(100, 46); b.insert(-100, 47); print(b)
print(b.pop(), b.pop(0), b.pop(-2), b); b.remove(90); print(b); b.reverse(); print(b, b.copy() is b, b.copy())
b += b"more"; b *= 2; print(b); b *= 0; print(b); b.clear(); print(b, len(b))
b = bytearray(b"abc")


def do(f):
    try:
        f()
        print("ok", b)
    except Exception as e:
        print(type(e).__name__ + ":", e)


def setitem(i, v):
    b[i] = v


def delitem(i):
    del b[i]


def iadd(v):
    global b
    b += v


for i, v in ((0, 256), (0, -1), (0, "a"), (0, b"a"), (5, 1), (-4, 1), ("a", 1), (1.0, 1), (0, 1.0), (slice(0, 1), 5), (slice(0, 1), "ab"), (slice(0, 2), [300]), (slice(None, None, 2), b"x"), (slice(None, None, 0), b""), (slice(0, 1), None), (slice(0, 1), ["a"]), (slice(0, 1), 1.5), (True, 66), (0, 10 ** 20)):
    do(lambda: setitem(i, v))
for i in (10, -10, "a", None, slice("a"), slice(None, None, 0)):
    do(lambda: delitem(i))
for f in (lambda: b.append(256), lambda: b.append("a"), lambda: b.append(b"a"), lambda: b.append(), lambda: b.extend(5), lambda: b.extend("ab"), lambda: b.extend([256]), lambda: b.extend(["a"]), lambda: b.insert("a", 1), lambda: b.insert(0, 999), lambda: b.insert(0), lambda: b.pop(99), lambda: b.pop("a"), lambda: bytearray().pop(), lambda: b.remove(0), lambda: b.remove("a"), lambda: b.remove(256), lambda: iadd("x"), lambda: iadd(5), lambda: iadd([1]), lambda: b.reverse(1), lambda: b.copy(1)):
    do(f)
c = bytearray(b"0123456789")
m = memoryview(c)
for f in (lambda: c.append(1), lambda: c.clear(), lambda: c.pop(), lambda: c.extend(b"abc")):
    try:
        f(); print("changed")
    except BufferError as e:
        print(e)
m[0] = 88
m.release()
c.append(33)
print(c)
it = iter(c)
print(next(it), next(it), it.__length_hint__(), list(it)[:3])
big = bytearray()
for i in range(3000):
    big.append(i % 256)
for i in range(1000):
    del big[0]
print(len(big), big[0], big[-1], sum(big), bytes(big[5:8]), big == bytearray(x % 256 for x in range(1000, 3000)))


class BA(bytearray):
    pass


x = BA(b"sub"); x.attr = 1
print(x, x.attr, type(x[:1]).__name__, type(x + b"").__name__, type(x.copy()).__name__, x == b"sub")
