# Binary files: buffered and raw modes, seeking, readinto, peek, truncation, random access.

def t(f, *a, **k):
    try:
        print(repr(f(*a, **k)))
    except Exception as e:
        print(type(e).__name__ + ":", e)


import os
import io
p = "work.bin"
with open(p, "wb") as f:
    print(f.write(b"0123456789"), f.write(bytearray(b"ab")), f.write(memoryview(b"cd")), f.tell(), f.mode, f.name, type(f).__name__, type(f.raw).__name__, f.seekable())
    t(f.write, "text")
    t(f.write, 5)
    t(f.read)
with open(p, "rb") as f:
    print(f.read(3), f.peek(2)[:2], f.read1(2), f.tell(), f.seek(-2, 2), f.read(), f.seek(0), f.seek(2, 1), f.read(1), type(f).__name__, f.readable(), f.writable())
    b = bytearray(4); f.seek(0); print(f.readinto(b), b, f.readinto1(b), b, f.read(-1), f.read(), f.readline(), f.readinto(b))
    t(f.seek, -1)
    t(f.seek, 0, 7)
    t(f.write, b"x")
    t(f.readinto, b"const")
    t(f.readinto, "x")
    t(f.read, "a")
    t(f.read, -2)
with open(p, "r+b") as f:
    f.seek(4); f.write(b"XY"); print(f.read(2), f.seek(0), f.read(), type(f).__name__, f.mode)
    f.seek(20); f.write(b"!"); f.seek(12); print(f.read()); print(f.truncate(5), f.tell(), f.seek(0), f.read(), f.truncate(), f.seek(100), f.read())
with open(p, "wb", buffering=0) as f:
    print(type(f).__name__, f.write(b"raw\nline2\r\nline3"), f.mode, f.closefd)
with open(p, "rb", 0) as f:
    print(f.read(2), f.readline(), f.readall(), f.read(), f.readline(), f.readlines())
with open(p, "rb") as f:
    print(list(f), f.seek(0), f.readlines(3), f.readlines(), f.seek(0), f.readline(2), f.readline(-1), next(f))
with open(p, "ab") as f:
    print(f.tell(), f.write(b"+"), f.tell(), f.mode)
with open(p, "ab+") as f:
    print(f.seek(0), f.read(4), f.write(b"end"), f.tell())
with open(p, "wb+") as f:
    f.write(bytes(range(256)) * 100); print(f.tell(), f.seek(10000), f.read(4), f.seek(25598), f.read(9), f.seek(8190), f.read(6), f.seek(0), len(f.read()), f.tell())
    for i in range(0, 25000, 5000):
        f.seek(i); f.write(b"MARK")
    f.flush(); f.seek(0); d = f.read(); print(d.count(b"MARK"), len(d), d.find(b"MARK", 1))
with open(p, "wb", buffering=16) as f:
    for i in range(10):
        f.write(b"%d," % i * 3)
print(open(p, "rb").read(), os.path.getsize(p))
with open(p, "xb") if not os.path.exists(p) else open(p, "rb") as f:
    print(f.read(1), f.fileno() > 2, f.isatty())
print(f.closed)
for g in (f.read, f.tell, lambda: f.seek(0), lambda: f.peek(), f.fileno, f.readable, lambda: next(f), f.flush, lambda: f.readinto(bytearray(1))):
    t(g)
r, w = os.pipe()
with open(w, "wb") as f:
    f.write(b"through a pipe\nsecond\n")
    t(f.seek, 0)
    print(f.seekable(), f.name == w)
with open(r, "rb") as f:
    print(f.readline(), f.read(3), f.read(), f.read())
fd = os.open(p, os.O_RDONLY)
with open(fd, closefd=False) as f:
    print(f.read(5))
print(os.read(fd, 3)); os.close(fd)
t(open, p, "rb", closefd=False)
t(lambda: io.open is open)
t(io.FileIO, p, "q")
f = io.FileIO(p); print(f.read(4), f.mode, f.name, f.tell(), f.seek(0), f.readall()[:3], f.close(), repr(f))
b = io.BufferedReader(io.FileIO(p)); print(b.read(3), b.raw.name, b.close(), b.raw.closed)
os.unlink(p)
print(io.DEFAULT_BUFFER_SIZE, io.SEEK_SET, io.SEEK_CUR, io.SEEK_END)
