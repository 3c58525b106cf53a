# Random operations on a binary file, BytesIO and a bytearray model; random text reads.

seed = 20231


def rnd(n):
    global seed
    seed = (seed * 6364136223846793005 + 1442695040888963407) & 0xFFFFFFFFFFFFFFFF
    return (seed >> 33) % n


def pick(v):
    return v[rnd(len(v))]


import io
import os

log = []
for size in (-1, 0, 16):
    f = open("r.bin", "w+b", buffering=size)
    b = io.BytesIO()
    model, pos = bytearray(), 0
    for n in range(500):
        op = rnd(7)
        if op < 2:
            d = bytes(rnd(256) for _ in range(rnd(30)))
            assert f.write(d) == b.write(d) == len(d)
            if d:
                model[len(model):] = bytes(max(0, pos - len(model)))
                model[pos:pos + len(d)] = d
                pos += len(d)
        elif op == 2:
            k = rnd(40); x = f.read(k); assert x == b.read(k) == bytes(model[pos:pos + k]); pos += len(x)
        elif op == 3:
            w = rnd(3); off = rnd(120) if w == 0 else -min(rnd(10), pos if w == 1 else len(model))
            assert f.seek(off, w) == b.seek(off, w); pos = (0, pos, len(model))[w] + off
        elif op == 4:
            assert f.tell() == b.tell() == pos
        elif op == 5 and n % 7 == 0:
            k = rnd(150); assert f.truncate(k) == b.truncate(k) == k
            model[k:] = b"" if k <= len(model) else bytes(0)
            if k > len(b.getvalue()):
                f.truncate(len(b.getvalue()))
        elif op == 6:
            x = f.readline(); assert x == b.readline(), (x, n); pos += len(x)
    f.seek(0); v = f.read(); f.close()
    assert v == b.getvalue() == bytes(model), (len(v), len(model))
    log.append((len(v), sum(v), os.path.getsize("r.bin")))
print(log)
text = "".join(pick(["a", "é", "€", "😀", "\n", "\r\n", "\r", " word ", "x" * 50]) for _ in range(3000))
with open("r.txt", "w", encoding="utf-8", newline="") as f:
    f.write(text)
plain = text.replace("\r\n", "\n").replace("\r", "\n")
for newline, want in ((None, plain), ("", text), ("\n", text)):
    with open("r.txt", encoding="utf-8", newline=newline) as f:
        out = []
        while True:
            op = rnd(4)
            part = f.read(rnd(60) + 1) if op == 0 else f.readline() if op == 1 else f.readline(rnd(9) + 1) if op == 2 else "".join(f.readlines(rnd(100) + 1))
            if not part:
                break
            out.append(part)
    assert "".join(out) == want, newline
    print(len(out), len(want), want.count("\n"))
with open("r.txt", encoding="utf-8") as f:
    marks, got = [], []
    for _ in range(25):
        marks.append(f.tell()); got.append(f.read(rnd(80)))
    for i in (24, 3, 17, 0, 9):
        f.seek(marks[i]); assert f.read(len(got[i])) == got[i]
    print(marks[:4], sum(map(len, got)))
with open("r.txt", encoding="utf-8") as f:
    assert list(f) == plain.splitlines(True) or "\x0b" in plain; f.seek(0); print(sum(1 for _ in f), max(map(len, plain.split("\n"))))
os.remove("r.bin"); os.remove("r.txt")
for h in range(-1, 8):
    print(h, io.TextIOWrapper(io.BytesIO(b"a\nb\nc\n")).readlines(h), io.StringIO("a\nb\nc\n").readlines(h), io.BytesIO(b"a\nb\nc\n").readlines(h))
