"""Programs of one shape repeated many times: they compile, run as under CPython, and four times as many parts want about four times the memory.

Memory stands for work here because it repeats from run to run while times do not: what is quadratic in the number of parts is so
in both, and would want sixteen times as much.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
import pathlib

from groups.programs import TARGETS, execute
from types import SimpleNamespace

PARTS = 600
FACTOR = 4
BOUND = 6.0  # memory may grow this many times when the parts grow FACTOR times
START_KB = 12000  # what any build wants


def joined(n, text, between=", "):
    return between.join(text.replace("#", str(i)) for i in range(n))


def lines(n, text):
    return "".join(text.replace("#", str(i)) for i in range(n))


SHAPES = {
    "f-string": lambda n: "def f(a, b):\n    return f\"" + joined(n, "{a+#}x{b}", "") + "\"\nprint(len(f(1, 2)))\n",
    "arguments": lambda n: f"def g(*a): return sum(a)\ndef f(a):\n    return g({joined(n, 'a+#')})\nprint(f(1))\n",
    "keywords": lambda n: f"def g(**a): return sum(a.values())\ndef f(a):\n    return g({joined(n, 'k#=a+#')})\nprint(f(1))\n",
    "dict": lambda n: f"def f(a):\n    return {{{joined(n, '#: a+#')}}}\nprint(sum(f(1).values()))\n",
    "locals": lambda n: "def f(a):\n" + lines(n, "    v# = a + # if a else #\n") + f"    return {joined(n, 'v#', ' + ')}\nprint(f(1), f(0), f(0.5))\n",
    "doubles": lambda n: "def f(a):\n" + lines(n, "    v# = a * # + 0.5\n") + f"    return {joined(n, 'v#', ' + ')}\nprint(f(1.5), f(2))\n",
    "cells": lambda n: "def f(a):\n" + lines(n, "    v# = a + #\n") + f"    def g():\n        return {joined(n, 'v#', ' + ')}\n    return g()\nprint(f(1))\n",
    "loop": lambda n: f"def g(*a): return sum(a)\ndef f(a):\n    t = 0\n    for k in range(3):\n        t += g({joined(n, 'a+k*#')}) + k\n    return t\nprint(f(1), f(0.5))\n",
    "loops": lambda n: "x = 0\n" + lines(n, "for i in range(3):\n    x += i * #\n") + "print(x)\n",
    "handlers": lambda n: "def f(a):\n    r = 0\n" + lines(n, "    try:\n        r += a[#]\n    except IndexError:\n        r += 1\n") + "    return r\nprint(f([1, 2]))\n",
    "named handlers": lambda n: "def f(a):\n    return a\n" + lines(n, "try:\n    f(#)\nexcept ValueError as e:\n    print(e)\n") + "print(f(1))\n",
    "cases": lambda n: "def f(a):\n    match a:\n" + lines(n, "        case [#, x]: return x\n") + "        case _: return 0\nprint(f([5, 6]), f(3))\n",
    "choices": lambda n: "def f(a):\n    if a == -1: r = 0\n" + lines(n, "    elif a == #: r = # + 1\n") + "    return r\nprint(f(5), f(-1))\n",
    "conditions": lambda n: f"def f(a, b):\n    return {joined(n, '(a > # or b)', ' and ')}\nprint(f(0, 2), f(5, 0))\n",
    "generator": lambda n: "def f(a):\n" + lines(n, "    yield a + #\n") + "print(sum(f(1)))\n",
    "functions": lambda n: lines(n, "def f#(a):\n    return a + #\n") + "print(f1(5))\n",
    "classes": lambda n: lines(n, "class C#:\n    def m(self): return #\n") + "print(C1().m())\n",
    "lambdas": lambda n: f"L = [{joined(n, 'lambda: #')}]\nprint(sum(f() for f in L))\n",
}


def build(context, where, text):
    (where / "p.py").write_text(text)
    env = dict(os.environ, XDG_CACHE_HOME=str(where / "cache"))
    command = [str(context.py2), "build", "p.py", "-j1"] + [f for t in TARGETS for f in ("--target", t)]
    child = subprocess.Popen(command, cwd=where, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    report = child.stderr.read().decode(errors="replace")
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_maxrss, child.returncode, report


def check(context, name):
    """What is wrong, or None."""
    peaks = []
    for parts in (PARTS, PARTS * FACTOR):
        text = SHAPES[name](parts)
        with tempfile.TemporaryDirectory() as tmp:
            where = pathlib.Path(tmp).resolve()
            peak, status, report = build(context, where, text)
            peaks.append(peak)
            if status:
                return f"  {parts} parts: build failed:\n{report[-2000:]}"
            program = SimpleNamespace(stdin=b"", env=dict(os.environ))
            want = execute([context.oracle, "p.py"], program, where)
            for target, runner in TARGETS.items():
                if runner and subprocess.run(["which", runner[0]], capture_output=True).returncode:
                    continue
                got = execute([*runner, str(where / "out" / target / "p")], program, where)
                if (got[0], got[2]) != (want[0], want[2]):
                    return f"  {parts} parts on {target}: expected {want!r}, got {got!r}"
    ratio = peaks[1] / max(peaks[0], START_KB)
    if ratio > BOUND:
        return f"  {FACTOR} times the parts want {ratio:.1f} times the memory ({peaks[0]} KB, {peaks[1]} KB)"
    return None


# ---- workspaces ----

SMALL, LARGE = 1010, 2020  # packages of two modules; in both an app sees at most its hundred
COST_BOUND = 1.3  # a file may cost so much more in the large one


def looks(command, where, env):
    """How many files the program asked the system about; None without strace."""
    if not shutil.which("strace"):
        return None
    with tempfile.NamedTemporaryFile(mode="r") as log:
        done = subprocess.run(["strace", "-f", "-c", "-e", "trace=newfstatat,statx,openat,readlink", "-o", log.name, *command], cwd=where, env=env, capture_output=True)
        counts = [int(n) for n in re.findall(r"^\s*[\d.]+\s+[\d.]+\s+\d+\s+(\d+)(?:\s+\d+)?\s+(?:newfstatat|statx|openat|readlink)$", log.read(), re.M)]
    return sum(counts) if done.returncode == 0 and counts else None


def workspace_costs(context, packages):
    """What one file costs: bytes remembered, bytes of memory, looks of a build with nothing to do."""
    sys.path.insert(0, str(context.root / "tests" / "bench"))
    import monorepo
    with tempfile.TemporaryDirectory() as tmp:
        where, env = pathlib.Path(tmp) / "w", dict(os.environ, PY2_CACHE_DIR=f"{tmp}/cache")
        monorepo.layered(where, packages, 2)
        files = sum(len(names) + 1 for _, _, names in os.walk(where)) + packages // 10
        command = [str(context.py2), "build", "--time"]
        done = subprocess.run(command, cwd=where, env=env, capture_output=True, text=True)
        peak = re.search(r"peak memory ([\d.]+) MB", done.stderr)
        if done.returncode or not peak:
            raise ValueError(done.stderr[-2000:])
        graph = (where / ".py2" / "graph").stat().st_size
        for path in where.rglob("*.py*"):  # what is younger than two seconds is read again, whatever it looks like
            if path.is_file():
                os.utime(path, ns=(10 ** 18, 10 ** 18))
        subprocess.run(command, cwd=where, env=env, capture_output=True)
        subprocess.run(["sleep", "2.1"])
        subprocess.run([str(context.py2), "build"], cwd=where, env=env, capture_output=True)
        return files, {"bytes of .py2/graph": graph / files, "bytes of memory": float(peak[1]) * 1e6 / files,
                       "looks with nothing to do": (looks([str(context.py2), "build"], where, env) or 0) / files}


def check_workspaces(context):
    files, small = workspace_costs(context, SMALL)
    more, large = workspace_costs(context, LARGE)
    problems = [f"  {what}: {small[what]:.1f} a file of {files}, {large[what]:.1f} a file of {more}" for what in small
                if large[what] > small[what] * COST_BOUND]
    if large["looks with nothing to do"] > 1.03:
        problems.append(f"  {large['looks with nothing to do']:.2f} looks a file with nothing to do")
    return "\n".join(problems) or None


def run(context, result):
    if context.only in "scaling workspaces":
        problem = check_workspaces(context)
        if problem:
            result.fail("scaling workspaces", problem)
        else:
            result.ok("scaling workspaces")
    names = [n for n in SHAPES if not context.only or context.only in f"scaling {n}"]
    with ThreadPoolExecutor(context.jobs) as pool:
        for name, problem in zip(names, pool.map(lambda n: check(context, n), names)):
            if problem:
                result.fail(f"scaling {name}", problem)
            else:
                result.ok(f"scaling {name}")
