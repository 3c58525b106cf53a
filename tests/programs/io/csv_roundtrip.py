# CSV reading and writing by hand with quoting, through files with newline=''.

import os


def write_row(f, row):
    f.write(",".join('"' + s.replace('"', '""') + '"' if any(c in s for c in ',"\r\n') or s != s.strip() else s for s in map(str, row)) + "\r\n")


def read_rows(text):
    row, cell, quoted, i = [], "", False, 0
    while i < len(text):
        c = text[i]
        if quoted:
            if c == '"' and text[i + 1:i + 2] == '"':
                cell += c; i += 1
            elif c == '"':
                quoted = False
            else:
                cell += c
        elif c == '"':
            quoted = True
        elif c == ",":
            row.append(cell); cell = ""
        elif c == "\n":
            yield row + [cell.rstrip("\r") if not cell.endswith("\r\r") else cell]
            row, cell = [], ""
        elif c != "\r":
            cell += c
        i += 1
    if cell or row:
        yield row + [cell]


data = [["name", "note", "n"], ["Ann", 'says "hi"', 1], ["Bob, Jr", "two\nlines", 2.5], ["é😀", " padded ", None], ["", "", ""], ["crlf\r\nin", "x", -3]]
with open("t.csv", "w", newline="", encoding="utf-8") as f:
    for r in data:
        write_row(f, r)
print(open("t.csv", "rb").read())
with open("t.csv", newline="", encoding="utf-8") as f:
    back = list(read_rows(f.read()))
print(back, back == [[str(c) for c in r] for r in data])
with open("t.csv", encoding="utf-8") as f:
    print(f.readlines())
head, *rest = back
for r in rest:
    print(dict(zip(head, r)))
with open("t.csv", "rb+") as f:
    f.seek(0, 2)
    end = f.tell()
    f.write(b"appended,1,2\r\n")
    f.seek(end)
    print(end, f.read(), f.tell())
index = []
with open("t.csv", "rb") as f:
    while True:
        at = f.tell()
        if not f.readline():
            break
        index.append(at)
    for at in reversed(index):
        f.seek(at)
        print(at, f.readline()[:12], end="; ")
print()
with open("src.txt", "w") as a, open("dst.txt", "w") as b:
    a.write("1\n2\n3\n"); b.write("x\n")
with open("src.txt") as a, open("dst.txt", "a") as b:
    for n, line in enumerate(a):
        if n % 2 == 0:
            b.write(line.strip() * 2 + "\n")
    print("tail", file=b, end="")
print(repr(open("dst.txt").read()), sum(int(l) for l in open("src.txt")), [l.rstrip() for l in open("dst.txt")], max(open("src.txt")), sorted(open("dst.txt"), reverse=True), dict(enumerate(open("src.txt"))), "2\n" in open("src.txt"), len(list(open("src.txt"))), "".join(open("src.txt")).split())
for n in ("t.csv", "src.txt", "dst.txt"):
    os.remove(n)
