"""The cmocka programs that the build made, one per room and topic."""

import subprocess
from concurrent.futures import ThreadPoolExecutor


def run_one(path):
    try:
        done = subprocess.run([path], capture_output=True, text=True, timeout=600, errors="replace")
        return path, done.returncode, done.stdout + done.stderr
    except subprocess.TimeoutExpired:
        return path, -1, "timeout after 600 s"


def run(context, result):
    tests = sorted(p for p in context.build.glob("unit_*") if p.is_file() and context.only in p.name)
    with ThreadPoolExecutor(context.jobs) as pool:
        for path, code, output in pool.map(run_one, tests):
            skipped = [line for line in output.splitlines() if "[  SKIPPED ]" in line]
            for line in skipped:
                result.skip(path.name, line.split("]", 1)[1].strip())
            if code == 0:
                result.ok(path.name)
            else:
                result.fail(path.name, output[-4000:])
