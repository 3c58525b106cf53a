#!/usr/bin/python3.11
"""Compares what py2 says every name means with CPython's symtable module, over whole directories of sources.

usage: /usr/bin/python3.11 compare_scopes.py ASTDUMP [PATH…]      (default: /usr/lib/python3.11)
"""
import subprocess
import sys
import symtable
import warnings

from compare import files

KINDS = {1: "local", 2: "global", 3: "implicit", 4: "free", 5: "cell"}


def lines(table, depth=0):
    kind = {"module": "module", "class": "class", "function": "function"}.get(table.get_type(), table.get_type())
    yield f"{'  ' * depth}{kind} {table.get_name()}"
    yield from sorted(f"{'  ' * depth}  {name}: {KINDS[flags >> 11 & 15]}{' parameter' if flags & 4 else ''}"
                      for name, flags in table._table.symbols.items())
    for child in table.get_children():
        yield from lines(child, depth + 1)


def ours(text):
    """py2's dump with its names sorted, in the words of `lines`."""
    out, names = [], []
    for line in text.splitlines():
        body = line.lstrip()
        head, _, tail = body.partition(" ")
        if not body:
            continue
        if head.endswith(":") or body.startswith("__class__ cell:"):
            if body.startswith("__class__ cell:"):
                continue
            words = tail.split()
            names.append(f"{line[:len(line) - len(body)]}{head} {words[0]}{' parameter' if 'parameter' in words else ''}")
            continue
        out += sorted(names)
        names = []
        word = {"lambda": "function", "comprehension": "function"}.get(head, head)
        name = {"<lambda>": "lambda"}.get(tail.split()[0], tail.split()[0])
        out.append(f"{line[:len(line) - len(body)]}{word} {name}")
    return out + sorted(names)


def main():
    warnings.simplefilter("ignore")
    sys.setrecursionlimit(10000)
    tool, paths = sys.argv[1], sys.argv[2:] or ["/usr/lib/python3.11"]
    equal = bad = 0
    for path in files(paths):
        with open(path, "rb") as f:
            data = f.read()
        try:
            want = list(lines(symtable.symtable(data, path, "exec")))
        except (SyntaxError, ValueError):
            continue
        text = subprocess.run([tool, "-t", path], stdout=subprocess.PIPE).stdout.decode("utf-8", "replace")
        if text.startswith("PY2E"):  # CPython's compiler, which comes after its symtable, must refuse it too
            try:
                compile(data, path, "exec", dont_inherit=True)
            except SyntaxError:
                equal += 1
                continue
        got = ours(text)
        if got == want:
            equal += 1
            continue
        bad += 1
        at = next((i for i, (a, b) in enumerate(zip(got, want)) if a != b), min(len(got), len(want)))
        print(f"{path}: differs\n    CPython: {want[max(0, at - 3):at + 3]}\n    py2:     {got[max(0, at - 3):at + 3]}")
    print(f"{equal} equal, {bad} differ")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
