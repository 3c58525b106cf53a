#!/usr/bin/python3.11
"""Writes errors/NAME.expect beside every errors/NAME.py: what CPython 3.11 says about it.

The line is TYPE:LINE:COLUMN:TEXT, columns counted in characters from 1 as SyntaxError.offset does.
Usage: /usr/bin/python3.11 tests/python/make_errors.py [--check ASTDUMP]
With --check nothing is written; each program goes to ASTDUMP and its answer is compared with the expectation.
"""
import glob
import os
import subprocess
import sys
import warnings

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from compare import same

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "errors")


def expectation(path):
    with open(path, "rb") as f:
        data = f.read()
    try:
        compile(data, path, "exec", dont_inherit=True)
    except SyntaxError as e:
        return f"{type(e).__name__}:{e.lineno}:{e.offset}:{e.msg}"
    except (ValueError, RecursionError, MemoryError) as e:
        return f"{type(e).__name__}:0:0:{e}"
    return None


def check(tool, path):
    with open(path, "rb") as f:
        data = f.read()
    out = subprocess.run([tool, path], stdout=subprocess.PIPE).stdout.decode("utf-8", "surrogatepass").rstrip("\n")
    with open(path[:-3] + ".expect", encoding="utf-8") as f:
        want = f.read().rstrip("\n")
    if same(out, "E" + want, data):
        return True
    print(f"{os.path.basename(path)}\n    CPython: {want}\n    py2:     {out[:200]}")
    return False


def main():
    warnings.simplefilter("ignore")
    paths = sorted(glob.glob(os.path.join(HERE, "*.py")))
    if sys.argv[1:2] == ["--check"]:
        good = sum(check(sys.argv[2], p) for p in paths)
        print(f"{good} of {len(paths)} as CPython says")
        return 0 if good == len(paths) else 1
    for path in paths:
        want = expectation(path)
        if want is None:
            print(f"{path}: CPython takes it")
            continue
        with open(path[:-3] + ".expect", "w", encoding="utf-8") as f:
            f.write(want + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
