# io.BytesIO: reading, writing, getbuffer, seeking, errors.

def t(f, *a, **k):
    try:
        print(repr(f(*a, **k)))
    except Exception as e:
        print(type(e).__name__ + ":", e)


import io
s = io.BytesIO(b"first\nsecond\nthird")
print(s.read(3), s.readline(), s.readline(2), s.tell(), s.readlines(), s.read(), s.getvalue(), s.seek(0), list(s), s.seek(-5, 2), s.read(), s.seek(2), s.seek(2, 1), s.read1(3), s.readable(), s.writable(), s.seekable(), s.isatty(), s.closed)
s.seek(0); print(s.write(b"FIRST"), s.getvalue(), s.seek(0, 2), s.write(bytearray(b"!")), s.write(memoryview(b"mv")), s.tell(), s.seek(25), s.write(b"x"), s.getvalue(), s.truncate(4), s.getvalue(), s.tell(), s.seek(1), s.truncate(), s.getvalue(), s.writelines([b"a", b"b"]), s.getvalue())
b = bytearray(3); s.seek(0); print(s.readinto(b), b, s.readinto(b), b, s.readinto(memoryview(b)), s.seek(100), s.read(), s.read(5))
for f in (lambda: io.BytesIO("x"), lambda: io.BytesIO(5), lambda: s.write("x"), lambda: s.write(5), lambda: s.seek(-1), lambda: s.seek(-1, 1) if False else s.seek(0, 9), lambda: s.truncate(-1), lambda: s.read("a"), lambda: s.fileno(), lambda: s.detach(), lambda: s.writelines([1]), lambda: s.writelines(["a"]), lambda: s.readinto(b"ro"), lambda: s.readinto("x"), lambda: s.foo, lambda: io.BytesIO(1, 2), lambda: s.readline("x"), lambda: s.seek("a"), lambda: s.seek(-1000, 2), lambda: s.read(1.5)):
    t(f)
e = io.BytesIO(); print(e.getvalue(), e.read(), e.write(b""), e.tell(), isinstance(e, io.BufferedIOBase), isinstance(e, io.IOBase), io.BytesIO(initial_bytes=b"kw").read(), io.BytesIO(None).read())
with io.BytesIO(b"ctx") as c:
    print(c.read())
for f in (c.read, c.getvalue, lambda: c.write(b"a"), c.tell, lambda: next(c), c.__enter__, c.close, c.readable):
    t(f)
x = io.BytesIO(b"a\r\nb\rc\n\n"); print(x.readlines(), x.seek(0), x.readlines(3), x.readline(), x.readline(), x.readline(-1))
t2 = io.TextIOWrapper(io.BytesIO(b"caf\xc3\xa9\r\nline2\rl3\n"), encoding="utf-8"); print(t2.readlines(), t2.newlines, t2.encoding, t2.buffer.getvalue()[:4])
w = io.BytesIO(); t3 = io.TextIOWrapper(w, "latin-1", newline="\r\n", write_through=True); print(t3.write("é\nx"), w.getvalue(), t3.detach() is w)
t(t3.write, "a")
big = io.BytesIO()
for i in range(3000):
    big.write(b"%d\n" % i)
print(big.tell(), big.seek(0), sum(int(l) for l in big), len(big.getvalue()))
