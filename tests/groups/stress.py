"""Programs under a runtime that collects at every N-th allocation and poisons what it frees (preset `stress`).

A reference that the collector was not told of is then read as poison: a wrong answer or a crash, at once. By default
a few programs, when build/stress is there; with --all it is built and every program runs, each with another N of 1 to 7
(and of 211 where that takes too long).
"""

import pathlib
import shutil
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor

from groups import programs

SHARE = 16  # one program in so many by default
RARELY = 211  # the interval for a program that takes too long under its own


class Stressed:
    """What groups.programs needs of a context, with the compiler of the stress build."""

    def __init__(self, context):
        self.root, self.oracle, self.only = context.root, context.oracle, context.only
        self.build = context.root / "build" / "stress"
        self.py2 = self.build / "py2"


def check(context, program, interval, targets, patience):
    outcomes = []
    with tempfile.TemporaryDirectory() as tmp:
        where = pathlib.Path(tmp).resolve()
        main = program.lay(where)
        want = programs.expected(context, program, where, main)
        built = programs.compile_program(context, where, main)
        if built.returncode:
            return [(f"stress {program.name}", f"  build failed:\n{built.stderr[-2000:]}", None)]
        for target in targets:
            runner = programs.TARGETS[target]
            image = next(p for p in (where / "out" / target).rglob("*") if p.is_file())
            name = f"stress {program.name} [{target}]"
            if runner and not shutil.which(runner[0]):
                outcomes.append((name, None, f"{runner[0]} is missing"))
                continue
            for n in (interval, RARELY):
                program.env["PY2_STRESS_N"] = str(n)
                got = programs.execute([*runner, str(image), *program.args], program, where, patience)
                if got[2] != "timeout":
                    break
            problem = programs.difference(want, got)
            if got[2] == "timeout":
                outcomes.append((name, None, f"not ended after {patience} s"))
            else:
                outcomes.append((name, f"  N={n}\n{problem}" if problem else None, None))
    return outcomes


def run(context, result):
    stressed = Stressed(context)
    if context.all:
        problem = programs.make_preset(context, "stress", "py2")
        if problem:
            return result.fail("stress build", problem)
    if not stressed.py2.exists():
        return result.skip("stress", "build/stress is not built (cmake --preset stress && cmake --build --preset stress)")
    chosen = list(enumerate(programs.find(stressed)))
    if not context.all:
        chosen = chosen[::SHARE]

    def one(pair):
        index, program = pair
        targets = list(programs.TARGETS) if context.all and index % 4 == 0 else ["linux-x86_64"]
        return check(stressed, program, index % 7 + 1, targets, 60 if context.all else 5)

    with ThreadPoolExecutor(context.jobs) as pool:
        for outcomes in pool.map(one, chosen):
            for name, problem, skip in outcomes:
                if skip:
                    result.skip(name, skip)
                elif problem:
                    result.fail(name, problem)
                else:
                    result.ok(name)
