"""Random valid programs, compared with CPython: 300 seeds that are fresh for every commit (so that a run can be repeated), thousands
with PY2_FUZZ=N, others with PY2_FUZZ_SEED=FIRST."""

import os
import pathlib
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor

from groups.programs import ENVIRONMENT, difference
from tools import randprog, randwide


def program(seed):
    return (randwide if seed % 2 else randprog).program(seed)


ORACLE_SECONDS, SECONDS = 40, 300  # a program that CPython does not end by then tells nothing
UNKNOWN = "CPython does not end it"


def run_program(command, where, seconds):
    try:
        done = subprocess.run(command, cwd=where, capture_output=True, env=ENVIRONMENT, timeout=seconds)
        return done.stdout, done.stderr.replace(str(where).encode() + b"/", b""), done.returncode
    except subprocess.TimeoutExpired:
        return b"", b"", "timeout"


def check(context, seed):
    with tempfile.TemporaryDirectory() as tmp:
        where = pathlib.Path(tmp).resolve()
        (where / "prog.py").write_text(program(seed), encoding="utf-8")
        env = dict(os.environ, XDG_CACHE_HOME=str(where / "cache"))
        built = subprocess.run([str(context.py2), "build", "prog.py", "--target", "linux-x86_64", "-j1"], cwd=where, env=env,
                               capture_output=True, text=True, errors="replace", timeout=120)
        if built.returncode:
            return seed, f"  build failed:\n{built.stderr[-2000:]}"
        want = run_program([context.oracle, "prog.py"], where, ORACLE_SECONDS)
        if want[2] == "timeout":
            return seed, UNKNOWN
        got = run_program([str(where / "out" / "linux-x86_64" / "prog")], where, SECONDS)
        return seed, difference(want, got)


def commit_seed(context):
    done = subprocess.run(["git", "rev-parse", "HEAD"], cwd=context.root, capture_output=True, text=True)
    return int(done.stdout.strip() or "1", 16) % 2**31 if done.returncode == 0 else 1


def run(context, result):
    count = int(os.environ.get("PY2_FUZZ", "300"))
    first = int(os.environ.get("PY2_FUZZ_SEED") or commit_seed(context))
    print(f"fuzz: seeds {first} to {first + count - 1} (repeat with PY2_FUZZ_SEED={first})", flush=True)
    with ThreadPoolExecutor(context.jobs) as pool:
        for seed, problem in pool.map(lambda s: check(context, s), range(first, first + count)):
            if problem is UNKNOWN:
                result.skip(f"fuzz seed {seed}", UNKNOWN)
            elif problem:
                result.fail(f"fuzz seed {seed}", problem)
            else:
                result.ok(f"fuzz seed {seed}")
