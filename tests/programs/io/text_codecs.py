# Text files with encodings and error handlers; BOMs; decoding errors across chunks; TextIOWrapper.reconfigure.

def t(f, *a, **k):
    try:
        print(repr(f(*a, **k)))
    except Exception as e:
        print(type(e).__name__ + ":", e)


import io
import os
p = "enc.txt"
text = "aé\u20ac😀\n" * 3
for enc in ("utf-8", "utf-16", "utf-16-le", "utf-32", "utf-8-sig", "latin-1", "ascii"):
    for err in ("strict", "replace", "ignore", "backslashreplace", "xmlcharrefreplace"):
        try:
            with open(p, "w", encoding=enc, errors=err) as f:
                f.write(text[:5])
            with open(p, "rb") as f:
                print(enc, err, f.read(), end=" ")
            with open(p, encoding=enc) as f:
                print(ascii(f.read()))
        except UnicodeError as e:
            print(enc, err, type(e).__name__, e)
raw = b"ok\xff\xfebad\xc3\xa9\xe2\x82"
with open(p, "wb") as f:
    f.write(raw)
for enc in ("utf-8", "ascii", "latin-1"):
    for err in ("strict", "replace", "ignore", "backslashreplace", "surrogateescape"):
        try:
            with open(p, encoding=enc, errors=err) as f:
                print(enc, err, ascii(f.read()), f.errors)
        except UnicodeDecodeError as e:
            print(enc, err, e)
with open(p, errors="surrogateescape") as f:
    data = f.read()
with open(p, "w", errors="surrogateescape") as f:
    f.write(data)
print(open(p, "rb").read() == raw)
with open(p, "w", encoding="utf-8") as f:
    f.write("é" * 5000 + "\n" + "😀" * 5000)
with open(p, encoding="utf-8") as f:
    a = f.readline(); b = f.read(); print(len(a), len(b), a[-2:] == "é\n", set(b) == {"😀"})
with open(p, encoding="utf-8") as f:
    print(f.read(1), f.read(4998).count("é"), f.read(3) == "é\n😀", len(f.read())); f.seek(0); print(f.read(2)); pos = f.tell(); x = f.read(2); f.seek(pos); print(f.read(2) == x, pos)
with open(p, "wb") as f:
    f.write(b"x" * 8191 + "é".encode() + b"\r" * 8190 + b"\r\n" + b"end")
with open(p) as f:
    s = f.read(); print(len(s), s[8191], s.count("\n"), s[-4:] == "\nend")
with open(p, encoding="ascii") as f:
    t(f.read)
w = io.TextIOWrapper(io.BytesIO(), encoding="ascii", errors="replace", newline="")
w.write("é\n"); w.flush(); print(w.buffer.getvalue()); w.reconfigure(encoding="utf-8", newline="\r\n"); w.write("é\n"); w.flush(); print(w.buffer.getvalue(), w.encoding, w.errors); w.reconfigure(errors="ignore", line_buffering=True); print(w.errors, w.line_buffering)
t(w.reconfigure, encoding="nosuch")
t(lambda: io.TextIOWrapper(io.BytesIO(), encoding="nosuch"))
t(lambda: io.TextIOWrapper(io.BytesIO(), newline="bad"))
t(lambda: io.TextIOWrapper(5))
t(lambda: io.TextIOWrapper(io.BytesIO(b"\xff"), "utf-8").read())
t(lambda: io.TextIOWrapper(io.BytesIO(b"ab\xc3"), "utf-8").read())
t(lambda: io.TextIOWrapper(io.BytesIO(b"ab\xc3"), "utf-8").read(2))
os.remove(p)
