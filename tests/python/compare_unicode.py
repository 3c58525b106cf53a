#!/usr/bin/python3.11
"""Compares what py2 knows of characters with CPython's unicodedata, for every code point and every name.

usage: /usr/bin/python3.11 compare_unicode.py ASTDUMP
"""
import os
import subprocess
import sys
import tempfile
import unicodedata

from compare import oracle, same


def facts():
    for cp in range(128, 0x110000):
        if 0xD800 <= cp < 0xE000:
            continue
        c = chr(cp)
        more = ("a" + c).isidentifier()
        line = f"{cp:x} {c.isidentifier():d} {more:d} {c.isprintable():d}"
        yield line + " " + unicodedata.normalize("NFKC", c) if more else line


def programs():
    """Sources whose trees show names of characters and normal forms of identifiers."""
    names = [unicodedata.name(chr(cp), None) for cp in range(0x110000) if not 0xD800 <= cp < 0xE000]
    names = [n for n in names if n]
    for i in range(0, len(names), 2000):
        yield "".join(f"'\\N{{{n}}} \\N{{{n.lower() if '-' not in n and 'HANGUL' not in n else n}}}'\n" for n in names[i:i + 2000])
    marks = [c for c in map(chr, range(0x300, 0x345)) if ("a" + c).isidentifier()]
    letters = "aeouAEOU\u03b1\u0438\u1100\u1161\u11a8\uac00\u0915\u09c7"
    yield "".join(f"a{x}{y}{z}\n" for x in letters for y in marks for z in marks[::7])


def main():
    tool, bad = sys.argv[1], 0
    got = subprocess.run([tool, "-u"], stdout=subprocess.PIPE).stdout.decode().splitlines()
    for a, b in zip(facts(), got, strict=True):
        if a != b:
            bad += 1
            print(f"CPython: {a!r}   py2: {b!r}")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "t.py")
        for source in programs():
            data = source.encode()
            with open(path, "wb") as f:
                f.write(data)
            out = subprocess.run([tool, "-s", path], stdout=subprocess.PIPE).stdout.decode().rstrip("\n")
            if not same(out, oracle(data, path), data):
                bad += 1
                print(f"a program of names differs: {source[:60]!r} … {out[:200]}")
    print(f"{len(got)} characters, {bad} differ")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
