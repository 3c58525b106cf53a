# Buffers over raw files that are objects of the program.
import io

b = io.BytesIO()
w = io.BufferedWriter(b, 4)
w.write(b"hello world")
w.flush()
print(b.getvalue(), w.tell())
r = io.BufferedReader(io.BytesIO(b"line1\nline2\nrest"), 4)
print(r.readline(), r.tell(), r.read(3), r.peek(1)[:1], r.seek(2), r.read(), r.read())
x = io.BufferedRandom(io.BytesIO(b"0123456789"), 4)
print(x.read(2), x.write(b"AB"), x.seek(0), x.read(), x.truncate(3), x.raw.getvalue())


class Raw(io.RawIOBase):
    def __init__(self, *answers):
        self.answers = list(answers)

    def readable(self):
        return True

    def readinto(self, buf):
        a = self.answers.pop(0) if self.answers else b""
        if isinstance(a, bytes):
            buf[: len(a)] = a
            return len(a)
        return a


print(io.BufferedReader(Raw(b"ab", b"c", b"defg")).read(5))
print(io.BufferedReader(Raw(b"ab", b"c", b"", b"more")).read())
print(io.BufferedReader(Raw(b"ab", None)).read(5), io.BufferedReader(Raw(b"a\nb", b"c\nd")).readlines())
for wrong in (-1, 100000):
    try:
        io.BufferedReader(Raw(wrong)).read(1)
    except OSError as e:
        print(e)
for cls in (io.BufferedWriter, io.BufferedRandom):
    try:
        cls(Raw())
    except io.UnsupportedOperation as e:
        print(e)
print(io.TextIOWrapper(io.BufferedReader(Raw("é\r\nz".encode()))).read())


class Sink(io.RawIOBase):
    got = b""

    def writable(self):
        return True

    def write(self, data):
        print(type(data).__name__, bytes(data[:3]))
        self.got += data[:3]
        return min(3, len(data))


s = Sink()
w = io.BufferedWriter(s, 5)
w.write(b"abcdefgh")
w.close()
print(s.got, s.closed, w.closed)
w = io.BufferedWriter(Sink())
raw = w.detach()
print(type(raw).__name__)
try:
    w.write(b"x")
except ValueError as e:
    print(e)


class Gone(Raw):
    def readinto(self, buf):
        try:
            self.owner.detach()
        except RuntimeError as e:
            print(type(e).__name__)
        return 0


g = Gone()
g.owner = io.BufferedReader(g)
print(g.owner.read(3))


class File(io.FileIO):
    def readinto(self, buf):
        print("readinto")
        return super().readinto(buf)


with io.BufferedReader(File(__file__)) as f:
    print(f.read(5), f.name == __file__)
print(f.closed, f.raw.closed)
