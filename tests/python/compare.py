#!/usr/bin/python3.11
"""Compares py2's trees with CPython's, byte for byte, over whole directories of sources.

usage: /usr/bin/python3.11 compare.py ASTDUMP [-c CACHEDIR] [-v] [PATH…]      (default: /usr/lib/python3.11)

For every .py file: `ast.dump(ast.parse(source), include_attributes=True)` must equal what ASTDUMP prints, and a file
CPython rejects must be rejected at the same line and column with the same words. Prints the differences and a count;
exits 1 when there is any. A cache directory keeps the oracle's answers between runs.
"""
import ast
import hashlib
import os
import subprocess
import sys
import warnings

CODES = {"PY2E0101": "SyntaxError", "PY2E0102": "IndentationError", "PY2E0103": "TabError", "PY2E0104": "ValueError",
         "PY2E0105": "RecursionError", "PY2E0106": "MemoryError"}
warnings.simplefilter("ignore")
sys.setrecursionlimit(20000)


def oracle(data, path):
    try:
        return "T" + ast.dump(ast.parse(data, path), include_attributes=True)
    except SyntaxError as e:
        return f"E{type(e).__name__}:{e.lineno}:{e.offset}:{e.msg}"
    except (ValueError, RecursionError, MemoryError) as e:
        return f"E{type(e).__name__}:0:0:{e}"


def cached(data, path, cache):
    if not cache:
        return oracle(data, path)
    name = os.path.join(cache, hashlib.sha256(data).hexdigest())
    try:
        with open(name, encoding="utf-8", errors="surrogatepass") as f:
            return f.read()
    except OSError:
        answer = oracle(data, path)
        with open(name, "w", encoding="utf-8", errors="surrogatepass") as f:
            f.write(answer)
        return answer


def char_column(data, line, col):
    """py2 counts bytes, CPython characters."""
    if not line or not col:
        return col
    lines = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
    if line > len(lines):
        return col
    prefix = lines[line - 1][:col - 1]
    return len(prefix.decode("utf-8", "replace")) + (col - 1 - len(prefix)) + 1


def same(answer, want, data):
    """Whether py2's answer is CPython's. CPython counts characters when the file declares an encoding, else bytes."""
    if answer[:8] not in CODES:
        return "T" + answer == want
    code, line, col, _, _, text = answer.split(":", 5)
    if text.startswith("Non-UTF-8 code"):
        # What a script gets; ast.parse, which does not know the file, words it otherwise and looks later.
        return want.startswith(f"ESyntaxError:{line}:") and "codec can't decode" in want
    columns = {col, str(char_column(data, int(line), int(col)))}
    if col == "0":
        columns |= {"-1", "None"}
    return want in {f"E{CODES[code]}:{line}:{c}:{text}" for c in columns}


def files(paths):
    for path in paths:
        if os.path.isfile(path):
            yield path
        for root, dirs, names in os.walk(path):
            dirs.sort()
            for name in sorted(names):
                if name.endswith(".py"):
                    yield os.path.join(root, name)


def first_difference(a, b):
    n = next((i for i, (x, y) in enumerate(zip(a, b)) if x != y), min(len(a), len(b)))
    return f"    CPython: …{a[max(0, n - 100):n + 200]!r}\n    py2:     …{b[max(0, n - 100):n + 200]!r}"


def main():
    args = sys.argv[1:]
    tool, paths, cache, verbose = args.pop(0), [], None, False
    while args:
        arg = args.pop(0)
        if arg == "-c":
            cache = args.pop(0)
            os.makedirs(cache, exist_ok=True)
        elif arg == "-v":
            verbose = True
        else:
            paths.append(arg)
    equal = bad = rejected = 0
    proc = subprocess.Popen([tool, "-s", "-l"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    for path in files(paths or ["/usr/lib/python3.11"]):
        with open(path, "rb") as f:
            data = f.read()
        want = cached(data, path, cache)
        try:
            proc.stdin.write(path.encode() + b"\n")
            proc.stdin.flush()
            n = int(proc.stdout.readline())
            got = proc.stdout.read(n).decode("utf-8", "surrogatepass")
        except (ValueError, OSError):
            print(f"{path}: {tool} died")
            bad += 1
            proc = subprocess.Popen([tool, "-s", "-l"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            continue
        if want.startswith("E"):
            rejected += 1
        if same(got, want, data):
            equal += 1
            continue
        bad += 1
        print(f"{path}: differs\n{first_difference(want[1:], got)}" if verbose else f"{path}: differs")
    print(f"{equal} equal ({rejected} of all are rejected by CPython), {bad} differ")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
