# Text files: modes, reading, writing, seeking, iteration, newline handling, errors.

def t(f, *a, **k):
    try:
        print(repr(f(*a, **k)))
    except Exception as e:
        print(type(e).__name__ + ":", e)


import os
p = "work.txt"
with open(p, "w") as f:
    print(f.write("first\nsecond\r\nthird\rfourth"), f.name, f.mode, f.encoding, f.errors, f.newlines, f.closed, f.writable(), f.readable(), f.seekable(), f.tell(), f.line_buffering)
print(f.closed, os.path.getsize(p))
for nl in (None, "", "\n", "\r", "\r\n"):
    with open(p, newline=nl) as f:
        print(repr(nl), f.readlines(), f.newlines, end=" ")
    with open(p, newline=nl) as f:
        print([f.readline(3), f.readline(), f.readline(100), f.read(4), f.read()])
for nl in (None, "", "\n", "\r", "\r\n"):
    with open(p, "w", newline=nl) as f:
        f.write("a\nb\r\nc\r")
        f.writelines(["x\n", "y"])
    with open(p, "rb") as f:
        print(repr(nl), f.read())
with open(p, "w+", encoding="utf-8") as f:
    f.write("héllo\nwörld\n😀 end"); f.seek(0); print(f.read(3), f.tell() > 0, f.readline(), [l for l in f], f.read(), f.readline())
    f.seek(0, 2); f.write("!"); f.seek(0); print(f.read()[-4:])
    f.seek(0); f.truncate(); print(repr(f.read()), f.tell())
with open(p, "a") as f:
    f.write("one\n")
with open(p, "a+") as f:
    f.write("two\n"); f.seek(0); print(f.read())
with open(p, "r+") as f:
    print(f.readline(), end=""); f.seek(0); f.write("ONE")
with open(p) as f:
    for i, line in enumerate(f):
        print(i, repr(line), end=" ")
    t(next, f)
    print(list(f), f.read())
try:
    open(p, "x")
except FileExistsError as e:
    print(e, e.errno, e.filename, e.strerror)
for args in ((p + ".none",), ("no/such/dir", "w"), (".",), (p, "q"), (p, ""), (p, "rw"), (p, "r+w"), (p, "br+t"), (p, "U"), (p, "rb", -1, "utf-8"), (p, "rb", -1, None, "strict"), (p, "rb", -1, None, None, ""), (p, "r", -1, None, None, "x"), (p, "r", 0), (p, "r", -1, "nosuch"), (5.5,), (None,), (p, 5), (b"work.txt", "r"), (p, "r", -1, 5), (p, "r", "a"), (p, "wx"), (p, "rr"), (999,), (p, "r", -1, None, "nohandler"), ("a\0b",), (-1,), ([],)):
    try:
        with open(*args) as f:
            print("opened", f.name)
    except Exception as e:
        print(type(e).__name__, e)
f = open(p)
t(f.write, "x")
t(f.read, "a")
t(f.seek, -1)
t(f.seek, 1, 1)
t(f.seek, -1, 2)
t(f.seek, 0, 5)
t(f.truncate)
print(f.read(0) == "", f.read(-1), f.read(None), f.readlines(), f.readline(-1))
print(repr(f) == "<_io.TextIOWrapper name='work.txt' mode='r' encoding='UTF-8'>")
f.close(); f.close()
for g in (f.read, f.readline, f.readlines, lambda: f.write("a"), f.tell, lambda: f.seek(0), f.flush, f.__enter__, lambda: next(f), f.fileno, f.isatty, f.readable):
    t(g)
f = open(p, "w")
t(f.read)
t(f.write, b"x")
t(f.write, 5)
t(f.write)
t(f.writelines, ["a", 1])
t(f.writelines, 5)
t(lambda: next(f))
f.close()
print(open(p).read())
with open(p, "w") as f:
    f.write("0123456789\n" * 3)
with open(p) as f:
    print(f.readlines(5), f.readlines(12), f.readlines(-1)); f.seek(0); pos = f.seek(4); print(pos, f.read(2), f.tell(), f.readline(), f.tell())
    for line in f:
        t(f.tell)
        break
os.remove(p)
