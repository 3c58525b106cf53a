"""The benchmark table: every program of tests/bench/programs under py2, python3.11 and, where installed, pypy3.

Each program runs N times under each, in turn, so that a drift of the machine hits all alike; the table shows medians and
ratios of medians (how many times faster than CPython), peak memory, and what belongs to no program: start-up, size of hello world, build times.
Writes docs/benchmarks.md with --write.
"""

import argparse
import math
import os
import pathlib
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parent), str(pathlib.Path(__file__).resolve().parent.parent)]
import big
import page
from groups import images as image_checks

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PROGRAMS = ROOT / "tests" / "bench" / "programs"
CPYTHON = "/usr/bin/python3.11"


def run(command, cwd=None):
    """Wall seconds, peak KB, output of one run."""
    start = time.perf_counter()
    child = subprocess.Popen(command, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    output = child.stdout.read()
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    return time.perf_counter() - start, usage.ru_maxrss, output, child.returncode


def peak_of(command):
    """Peak KB of one run. A child's own count begins with what the process had that made it, so a small one makes it."""
    if not shutil.which("time"):
        return run(command)[1]
    done = subprocess.run(["time", "-f", "%M", *command], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    return int(done.stderr.split()[-1])


def compile_all(py2, where):
    images = {}
    for source in sorted(PROGRAMS.glob("*.py")):
        shutil.copy(source, where / source.name)
        done = subprocess.run([py2, "build", source.name, "--target", "linux-x86_64"], cwd=where, capture_output=True, text=True,
                              env=dict(os.environ, XDG_CACHE_HOME=str(where / "cache")))
        built = where / "out" / "linux-x86_64" / source.stem
        if done.returncode or not built.exists():
            print(f"{source.name}: build failed\n{done.stderr}", file=sys.stderr)
            continue
        images[source.stem] = built
    return images


SLOW = 5  # seconds; what takes longer is run once


def measure(commands, rounds):
    """{name: command} -> {name: (median seconds, peak KB)}; all must print the same."""
    times, peaks, outputs = {n: [] for n in commands}, {n: 0 for n in commands}, {}
    for name, command in commands.items():  # the first to touch memory that the machine has just got back pays for it
        if name != "pypy":
            peaks[name] = peak_of(command)
    for _ in range(rounds):
        for name, command in commands.items():
            if times[name] and times[name][0] > SLOW:
                continue
            seconds, _, output, status = run(command)
            times[name].append(seconds)
            outputs[name] = (output, status)
    wrong = [n for n in commands if outputs[n] != outputs["cpython"]]
    return {n: (statistics.median(times[n]), peaks[n]) for n in commands}, wrong


def table(images, rounds, pypy, only):
    lines = ["| program | py2 s | CPython s | faster | PyPy s | faster than PyPy | py2 MB | CPython MB |",
             "| --- | --- | --- | --- | --- | --- | --- | --- |"]
    ratios, pypy_ratios = [], []
    for name, image in images.items():
        if only and only not in name:
            continue
        source = str(PROGRAMS / f"{name}.py")
        commands = {"py2": [str(image)], "cpython": [CPYTHON, source]}
        if pypy:
            commands["pypy"] = [pypy, source]
        result, wrong = measure(commands, rounds)
        ratio = result["cpython"][0] / result["py2"][0]
        ratios.append(ratio)
        pypy_text = ("", "")
        if pypy:
            pypy_ratios.append(result["pypy"][0] / result["py2"][0])
            pypy_text = (f"{result['pypy'][0]:.3f}", f"{pypy_ratios[-1]:.2f}x")
        note = " **wrong output**" if "py2" in wrong else ""
        lines.append(f"| {name}{note} | {result['py2'][0]:.3f} | {result['cpython'][0]:.3f} | {ratio:.1f}x | {pypy_text[0]} | {pypy_text[1]} "
                     f"| {result['py2'][1] / 1024:.1f} | {result['cpython'][1] / 1024:.1f} |")
        print(lines[-1], flush=True)
    if ratios:
        mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
        lines.append(f"| geometric mean | | | **{mean:.2f}x** | | " +
                     (f"**{math.exp(sum(map(math.log, pypy_ratios)) / len(pypy_ratios)):.2f}x**" if pypy_ratios else "") + " | | |")
        print(lines[-1])
    return lines


EXIT_SOURCE = """
void _start(void) { __asm__ volatile("mov $60, %eax; xor %edi, %edi; syscall"); }
"""


def best_of(command, rounds, cwd=None):
    return min(run(command, cwd)[0] for _ in range(rounds))


def median_of(command, rounds, cwd=None):
    return statistics.median(run(command, cwd)[0] for _ in range(rounds))


def build_figures(py2, where, modules, rounds):
    """A program of 10,000 lines for both targets: from nothing, after a change of one module, with nothing to do."""
    big.write(where, 10000, modules)
    title = f"10,000 lines in {modules} module{'s' if modules > 1 else ''}, both targets"
    cold, peaks, changed = [], [], []
    for _ in range(max(3, rounds)):
        for rest in (where / ".py2", where / "out", pathlib.Path(os.environ["XDG_CACHE_HOME"])):
            shutil.rmtree(rest, ignore_errors=True)
        seconds, peak, output, status = run([py2, "build"], cwd=where)
        if status:
            return [f"| cold build, {title} | failed: {output[-200:]!r} | |"]
        cold.append(seconds)
        peaks.append(peak)
    part = where / "app" / "part0.py"
    for i in range(max(3, rounds)):
        part.write_text(part.read_text() + f"\nCHANGE_{i} = {i}\n")
        changed.append(run([py2, "build"], cwd=where)[0])
    noop = median_of([py2, "build"], rounds * 5, cwd=where)
    return [f"| cold build, {title} | {statistics.median(cold):.2f} s, {max(peaks) / 1024:.0f} MB | 1 s, 300 MB |",
            f"| after a change of one module, {title} | {statistics.median(changed) * 1000:.0f} ms | |",
            f"| with nothing to do, {title} | {noop * 1000:.1f} ms | 20 ms |"]


def site_shares(py2, where):
    """Bytes of source positions (for tracebacks) per byte of compiled code, of every program."""
    shares = []
    for source in sorted(PROGRAMS.glob("*.py")):
        shutil.copy(source, where / source.name)
        subprocess.run([py2, "build", source.name, "--target", "linux-x86_64", "--debug=true"], cwd=where, check=True, capture_output=True)
        image = (where / "out" / "linux-x86_64" / source.stem).read_bytes()
        own = [(name, func, size) for name, func, size in image_checks.symbols(image) if name.startswith("__main__.")]
        code = sum(size for _, func, size in own if func)
        shares.append(100 * sum(size for name, func, size in own if not func and name.endswith(".sites")) / code)
    return f"| side tables of the {len(shares)} programs, share of their code | {min(shares):.1f} to {max(shares):.1f} % | 15 % |"


def other_figures(py2, where, rounds):
    lines = ["| figure | value | bound |", "| --- | --- | --- |"]
    (where / "exit.c").write_text(EXIT_SOURCE)
    subprocess.run(["gcc", "-static", "-nostdlib", "-O2", "-o", "exit", "exit.c"], cwd=where, check=True)
    (where / "hello.py").write_text('print("hello, world")\n')
    env = dict(os.environ, XDG_CACHE_HOME=str(where / "cache"))
    subprocess.run([py2, "build", "hello.py", "--target", "linux-x86_64"], cwd=where, check=True, capture_output=True, env=env)
    hello = where / "out" / "linux-x86_64" / "hello"
    base = median_of([str(where / "exit")], rounds * 20)
    start = median_of([str(hello)], rounds * 20)
    version = median_of([py2, "version"], rounds * 20)
    lines.append(f"| hello world over a program that only exits | {(start - base) * 1000:.2f} ms | 0.5 ms |")
    lines.append(f"| hello world, linux-x86_64 | {hello.stat().st_size / 1000:.1f} KB | 300 KB |")
    lines.append(f"| `py2 version` over a program that only exits | {(version - base) * 1000:.2f} ms | 0.5 ms |")
    os.environ["XDG_CACHE_HOME"] = str(where / "cache")
    lines.append(site_shares(py2, where))
    for modules in (40, 1):
        lines += build_figures(py2, where / f"big{modules}", modules, rounds)
    return lines


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", default=str(ROOT / "build" / "release"))
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", default="")
    parser.add_argument("--write", action="store_true", help="write docs/benchmarks.md")
    parser.add_argument("--no-others", action="store_true", help="programs only")
    args = parser.parse_args()
    py2 = str(pathlib.Path(args.build).resolve() / "py2")
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with tempfile.TemporaryDirectory() as tmp:
        where = pathlib.Path(tmp)
        images = compile_all(py2, where)
        programs = table(images, args.rounds, shutil.which("pypy3"), args.only)
        others = [] if args.no_others else other_figures(py2, where, args.rounds)
        print("\n".join(others))
    if args.write:
        page.put_section("programs", ["## Compiled programs", "", "Made by `python3.11 tests/bench/run.py --write` (medians of "
                                      f"{args.rounds} runs in turn; ratios within one run).", "", *programs, "", *others])


if __name__ == "__main__":
    main()
