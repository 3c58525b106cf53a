"""Programs on the runtime that libc hosts, under the address and undefined-behaviour sanitizers (preset `asan`).

What py2 compiled of a program is written as a relocatable object (`py2 object`) and linked with the hosted runtime. There the
free parts of the heap may not be touched, so a use of something collected is found where it happens. py2 itself is that of
the preset, so compiling is watched too. By default a few programs, when build/asan is there; with --all it is built and every
program runs.
"""

import os
import pathlib
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor

from groups import programs

SHARE = 16  # one program in so many by default
PATIENCE = 120
TARGET = "linux-x86_64"
# The program caps its address space, and the sanitizer's shadow is larger than any cap.
CAPPED = ("RLIMIT_AS", "PY2_HEAP_MAX")


class Hosted:
    """What groups.programs needs of a context, with the compiler of the sanitized build."""

    def __init__(self, context):
        self.root, self.oracle, self.only = context.root, context.oracle, context.only
        self.build = context.root / "build" / "asan"
        self.py2, self.recipe = self.build / "py2", self.build / "hosted.txt"

    def link(self, where):
        compiler, *rest = self.recipe.read_text().split()
        return subprocess.run([compiler, "prog.o", *rest, "-o", "hosted"], cwd=where, capture_output=True, text=True, errors="replace")


def check(hosted, program):
    """(problem or None, skip or None)"""
    if any(word in program.main.read_text(encoding="utf-8", errors="replace") for word in CAPPED):
        return None, "it caps its address space"
    with tempfile.TemporaryDirectory() as tmp:
        where = pathlib.Path(tmp).resolve()
        main = program.lay(where)
        want = programs.expected(hosted, program, where, main)
        env = dict(os.environ, XDG_CACHE_HOME=str(where / "cache"), ASAN_OPTIONS="detect_leaks=0")
        for made in (subprocess.run([str(hosted.py2), "object", main, "prog.o", "--target", TARGET, "-j1"], cwd=where, env=env,
                                    capture_output=True, text=True, errors="replace"),
                     hosted.link(where)):
            if made.returncode:
                return f"  not built:\n{made.stderr[-3000:]}", None
        got = programs.execute([str(where / "hosted"), *program.args], program, where, PATIENCE)
    if got[2] == "timeout":
        return None, f"not ended after {PATIENCE} s"
    report = got[1].decode(errors="replace")
    for word in ("AddressSanitizer", "runtime error:"):
        if word in report:
            return f"  {report[report.index(word) - 200 if report.index(word) > 200 else 0:][:3000]}", None
    return programs.difference(want, got) or None, None


def run(context, result):
    hosted = Hosted(context)
    if context.all:
        problem = programs.make_preset(context, "asan", "hosted")
        if problem:
            return result.fail("hosted build", problem)
    if not hosted.py2.exists() or not hosted.recipe.exists():
        return result.skip("hosted", "build/asan is not built (cmake --preset asan && cmake --build build/asan --target hosted)")
    chosen = programs.find(hosted)
    if not context.all:
        chosen = chosen[::SHARE]
    with ThreadPoolExecutor(context.jobs) as pool:
        for program, (problem, skip) in zip(chosen, pool.map(lambda p: check(hosted, p), chosen)):
            name = f"hosted {program.name}"
            if skip:
                result.skip(name, skip)
            elif problem:
                result.fail(name, problem)
            else:
                result.ok(name)
