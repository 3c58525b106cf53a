# io.StringIO: reading, writing, seeking, newline translation, errors.

def t(f, *a, **k):
    try:
        print(repr(f(*a, **k)))
    except Exception as e:
        print(type(e).__name__ + ":", e)


import io
s = io.StringIO("first\nsecond\nthird")
print(s.read(3), s.readline(), s.readline(2), s.tell(), s.readlines(), s.read(), s.readline(), s.getvalue(), s.seek(0), list(s), s.closed, s.readable(), s.writable(), s.seekable(), s.isatty(), s.newlines, s.line_buffering, s.encoding, s.errors)
s.seek(0); print(s.write("FIRST"), s.getvalue(), s.seek(0, 2), s.write("!"), s.tell(), s.getvalue(), s.seek(25), s.write("x"), repr(s.getvalue()), s.truncate(4), s.getvalue(), s.tell(), s.seek(1), s.truncate(), s.getvalue())
e = io.StringIO(); print(repr(e.getvalue()), e.read(), e.writelines(["a", "b\n"]), e.getvalue(), e.tell(), print("to", "it", file=e), e.getvalue())
for nl in ("\n", "", None, "\r", "\r\n"):
    x = io.StringIO("a\nb\r\nc\rd", newline=nl); print(repr(nl), x.readlines(), repr(x.getvalue()), x.newlines, end=" ")
    y = io.StringIO(newline=nl); y.write("p\nq\r\nr\r"); y.write("\ns"); y.seek(0); print(repr(y.getvalue()), y.readlines(), y.newlines)
d = io.StringIO("default\r\nkept\rhere"); print(d.readlines())
u = io.StringIO("é😀x"); print(u.read(1), u.tell(), u.read(1), u.tell(), u.read(), u.seek(2), u.read(), len(u.getvalue()))
for f in (lambda: io.StringIO(5), lambda: io.StringIO(b"x"), lambda: io.StringIO("", "x"), lambda: io.StringIO("", 5), lambda: s.write(b"x"), lambda: s.write(5), lambda: s.write(), lambda: s.seek(-1), lambda: s.seek(1, 1), lambda: s.seek(-1, 2), lambda: s.seek(0, 9), lambda: s.truncate(-1), lambda: s.read("a"), lambda: s.read(1.5), lambda: s.readline("x"), lambda: s.fileno(), lambda: s.detach(), lambda: s.writelines([1]), lambda: s.foo, lambda: s.readlines("a"), lambda: io.StringIO(1, 2, 3), lambda: s.seek("a"), lambda: s.seek(0, 1), lambda: s.seek(0, 2)):
    t(f)
s.attr = 5
print(s.attr, isinstance(s, io.TextIOBase), isinstance(s, io.IOBase), isinstance(s, io.RawIOBase), io.StringIO.__mro__, io.StringIO(None).read(), io.StringIO(initial_value="kw").read())
with io.StringIO("ctx") as c:
    print(c.read())
print(c.closed)
for f in (c.read, c.getvalue, lambda: c.write("a"), lambda: c.seek(0), c.tell, c.readline, lambda: next(c), c.__enter__, c.truncate, c.close, c.readable, c.flush, lambda: c.isatty()):
    t(f)
it = iter(io.StringIO("l1\nl2\n")); print(next(it), next(it), next(it, "end"))
n = io.StringIO("no newline"); print([l for l in n], n.read(-5), n.readline(0), n.seek(0), n.read(0), n.readline(4), n.read(None))
b = io.StringIO()
for i in range(2000):
    b.write(str(i)); b.write("," if i % 10 else "\n")
v = b.getvalue(); print(len(v), v.count("\n"), v[:30], b.seek(len(v) - 6), b.read())


class Up(io.StringIO):
    def write(self, s):
        return super().write(s.upper())


q = Up(); print("hello", 1, file=q); q.writelines(["more"]); print(q.getvalue(), repr(type(q)))
