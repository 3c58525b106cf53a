# Writing one's own raw and text streams on the io base classes.

def t(f, *a, **k):
    try:
        print(repr(f(*a, **k)))
    except Exception as e:
        print(type(e).__name__ + ":", e)


import io


class Src(io.RawIOBase):
    def __init__(self, data):
        self.data, self.pos, self.log = data, 0, []

    def readable(self):
        return True

    def readinto(self, b):
        self.log.append(len(b) > 0)
        part = self.data[self.pos:self.pos + min(len(b), 4)]
        b[:len(part)] = part
        self.pos += len(part)
        return len(part)


s = Src(b"hello\nraw world\nend")
print(s.read(3), s.readline(), s.readline(), s.readall(), s.read(1), s.closed, s.seekable(), s.writable(), s.isatty())
for f in (lambda: s.write(b"x"), s.fileno, lambda: s.seek(0), s.tell, s.truncate, s.detach if hasattr(s, "detach") else (lambda: 0)):
    t(f)

class Sink(io.RawIOBase):
    def __init__(self):
        self.got = []

    def writable(self):
        return True

    def write(self, b):
        self.got.append(bytes(b[:5]))
        return min(len(b), 5)


k = Sink()
print(k.write(b"0123456789abc"), k.got, k.writelines([b"x", b"yz"]), k.got)
with Sink() as c:
    c.write(b"x")
print(c.closed)
t(c.__enter__)
t(c.flush)
c.close()


class Closing(io.IOBase):
    def close(self):
        print("close called")
        super().close()


with Closing() as z:
    print(z.closed, z.readable())
print(z.closed)


class Plain(io.IOBase):
    pass


b = Plain()
for f in (b.readable, b.seekable, b.fileno, b.readline, lambda: b.seek(0), b.flush, b.close, b.readlines, lambda: next(b), lambda: b.writelines(["x"])):
    t(f)
t(io.BufferedIOBase().read)
t(io.TextIOBase().read)
t(io.TextIOBase().write, "x")
print(io.UnsupportedOperation.__mro__, io.BlockingIOError is BlockingIOError, io.open is open, issubclass(io.FileIO, io.RawIOBase), issubclass(io.BytesIO, io.BufferedIOBase), issubclass(io.TextIOWrapper, io.TextIOBase))


class Lines(io.TextIOBase):
    def __init__(self, n):
        self.n = n

    def readline(self, size=-1):
        self.n -= 1
        return "line %d\n" % self.n if self.n >= 0 else ""


print(list(Lines(3)), Lines(2).readlines(), [l for l in Lines(1)])
