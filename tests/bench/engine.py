"""The engine at the scale of a monorepo: synthetic workspaces, and the same graphs for ninja, make and tup.

    engine.py make DIR [--packages N] [--files N]     writes a workspace with a build.ninja and a Makefile beside the recipes
    engine.py recipes DIR [--packages N]              writes recipes of ten targets each, and nothing to build
    engine.py run --build DIR [--quick] [--write]     measures, and writes the section of docs/benchmarks.md

Each package is one app of `--files` modules. Its peers get one command for each module and one for each app, with the outputs there
already and (ninja) a log that says so: what is measured is finding out that there is nothing to do. The stages are those of the
stand-in (tests/recipes/standin.c), so the figures are the engine's own; the line "py2" of the table is the whole program.
"""

import argparse
import os
import pathlib
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import monorepo
import page

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def package_dir(p):
    return f"group{p // 100:03}/package{p:05}"


def write_modules(folder, p, files):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "build.py2").write_text(f'app {{ name = "app{p}", main = "main.py" }}\n')
    (folder / "main.py").write_text("".join(f"import part{i}\n" for i in range(1, files)) + f"value = {p}\n")
    for i in range(1, files):
        (folder / f"part{i}.py").write_text(f"# part {i} of {p}\nvalue = {i}\n")


def make(root, packages, files, large=0):
    """`large`: one more package, whose app has so many modules."""
    root.mkdir(parents=True, exist_ok=True)
    (root / "build.py2").write_text('workspace { name = "synthetic", targets = { "linux-x86_64" } }\n')
    for p in range(packages):
        write_modules(root / package_dir(p), p, files)
    if large:
        write_modules(root / "large", packages, large)


def make_recipes(root, packages):
    root.mkdir(parents=True, exist_ok=True)
    (root / "build.py2").write_text('workspace { name = "synthetic", targets = { "linux-x86_64" } }\n')
    for p in range(packages):
        folder = root / package_dir(p)
        folder.mkdir(parents=True, exist_ok=True)
        out = []
        for t in range(10):
            deps = [f'":lib{k}"' for k in range(max(0, t - 2), t)]
            if p:
                deps.append(f'"//{package_dir(p - 1)}:lib{t}"')
            out.append(f'library {{\n  name = "lib{t}",\n  srcs = {{ "lib{t}.py", "lib{t}_more.py" }},\n  deps = {{ {", ".join(deps)} }},\n}}\n')
        (folder / "build.py2").write_text("".join(out))


# ---- the same graph for others ----

def ninja_hash(command):
    """MurmurHash64A, as ninja's log of version 5 names a command."""
    mask, m = (1 << 64) - 1, 0xC6A4A7935BD1E995
    data = command.encode()
    h = (0xDECAFBADDECAFBAD ^ (len(data) * m)) & mask
    whole = len(data) // 8 * 8
    for i in range(0, whole, 8):
        k = int.from_bytes(data[i:i + 8], "little") * m & mask
        k = (k ^ k >> 47) * m & mask
        h = (h ^ k) * m & mask
    if whole < len(data):
        h = (h ^ int.from_bytes(data[whole:], "little")) * m & mask
    h = (h ^ h >> 47) * m & mask
    return h ^ h >> 47


def edges(packages, files):
    """(output, inputs, command) of every command, modules before the app they belong to."""
    for p in range(packages):
        folder, objects = package_dir(p), []
        for name in ["main"] + [f"part{i}" for i in range(1, files)]:
            source, output = f"{folder}/{name}.py", f"obj/{folder}/{name}.o"
            objects.append(output)
            yield output, [source], f"cp {source} {output}"
        output = f"obj/{folder}/app{p}"
        yield output, objects, f"cat {' '.join(objects)} > {output}"


def make_peers(root, packages, files):
    ninja = ["rule compile\n  command = cp $in $out\nrule link\n  command = cat $in > $out\n"]
    makefile, all_apps, log = [], [], ["# ninja log v5\n"]
    for output, inputs, command in edges(packages, files):
        path = root / output
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("made\n")
        rule = "compile" if len(inputs) == 1 and inputs[0].endswith(".py") else "link"
        if rule == "link":
            all_apps.append(output)
        ninja.append(f"build {output}: {rule} {' '.join(inputs)}\n")
        makefile.append(f"{output}: {' '.join(inputs)}\n\t{command}\n")
        log.append(f"0\t1\t{path.stat().st_mtime_ns}\t{output}\t{ninja_hash(command):x}\n")
    (root / "build.ninja").write_text("".join(ninja))
    (root / ".ninja_log").write_text("".join(log))
    (root / "Makefile").write_text("MAKEFLAGS += -rR\nall: " + " ".join(all_apps) + "\n" + "".join(makefile))


def make_tup(root, packages, files):
    """tup keeps its own database, so its outputs must be made by itself."""
    (root / "Tupfile.ini").write_text("")
    lines = [f": {' '.join(inputs)} |> {command} |> {output}\n" for output, inputs, command in edges(packages, files)]
    (root / "Tupfile").write_text("".join(lines))


def make_bazel(root, packages, files):
    """One package each, a genrule for each command of the other peers."""
    root.mkdir(parents=True, exist_ok=True)
    (root / "WORKSPACE").write_text("")
    for p in range(packages):
        folder = root / package_dir(p)
        write_modules(folder, p, files)
        rules = [f'genrule(name = "o{i}", srcs = ["part{i}.py"], outs = ["part{i}.o"], cmd = "cp $< $@")\n' for i in range(1, files)]
        rules.append('genrule(name = "o0", srcs = ["main.py"], outs = ["main.o"], cmd = "cp $< $@")\n')
        sources = ", ".join(f'":o{i}"' for i in range(files))
        rules.append(f'genrule(name = "app", srcs = [{sources}], outs = ["app.bin"], cmd = "cat $(SRCS) > $@")\n')
        (folder / "BUILD").write_text("".join(rules))


# ---- measuring ----

def run(command, cwd, env):
    """Wall seconds, processor seconds, peak KB, output."""
    begin = time.perf_counter()
    child = subprocess.Popen(command, cwd=cwd, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    output = child.stdout.read().decode(errors="replace")
    _, status, usage = os.wait4(child.pid, 0)
    wall = time.perf_counter() - begin
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise SystemExit(f"{' '.join(map(str, command))} failed:\n{output[-2000:]}")
    return wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss, output


class Figure:
    def __init__(self, runs):
        self.wall = statistics.median(r[0] for r in runs)
        self.cpu = min(r[1] for r in runs)
        self.peak = max(r[2] for r in runs)


def ms(seconds):
    return f"{seconds * 1000:.0f} ms" if seconds >= 0.0095 else f"{seconds * 1000:.1f} ms"


class Bench:
    def __init__(self, build, top, rounds):
        self.standin, self.py2, self.top, self.rounds = build / "py2_standin", build / "py2", top, rounds
        self.env = dict(os.environ, PY2_CACHE_DIR=str(top / "cache"), HOME=str(top))

    def build(self, where, program=None, *more):
        return run([program or self.standin, "build", "--progress=plain", *more], where, self.env)

    def in_turn(self, commands, where):
        """{name: command} -> {name: Figure}: in turn, so that a drift of the machine hits all alike."""
        runs = {name: [] for name in commands}
        for _ in range(self.rounds):
            for name, command in commands.items():
                runs[name].append(run(command, where, self.env))
                text = runs[name][-1][3]
                if "up to date" not in text and "no work to do" not in text and "Nothing to be done" not in text and "No updates" not in text \
                        and "No commands to execute" not in text and "1 process: 1 internal" not in text:
                    raise SystemExit(f"{name} had something to do:\n{text[-2000:]}")
        return {name: Figure(r) for name, r in runs.items()}

    def rest(self, where, program):
        """Builds, and again when sources and outputs are old enough: what is younger than two seconds is read, whatever its times say."""
        self.build(where, program)
        time.sleep(2.1)
        self.build(where, program)

    def nothing_to_do(self, packages, files, with_tup, with_py2, with_bazel=False):
        where = self.top / f"w{packages * files}"
        make(where, packages, files)
        self.rest(where, self.standin)
        commands = {"py2 engine": [self.standin, "build", "--progress=plain"]}
        make_peers(where, packages, files)
        if shutil.which("ninja"):
            commands["ninja"] = ["ninja"]
        if shutil.which("make"):
            commands["make"] = ["make"]
        figures = self.in_turn(commands, where)
        if with_py2:
            real = self.top / "real"
            make(real, packages, files)
            self.rest(real, self.py2)
            figures.update(self.in_turn({"py2": [self.py2, "build", "--progress=plain"]}, real))
            shutil.rmtree(real)
        if with_tup and shutil.which("tup") and shutil.which("fusermount3"):  # it watches its commands through FUSE
            tup = self.top / "tup"
            make(tup, packages, files)
            make_tup(tup, packages, files)
            run(["tup", "init"], tup, self.env)
            run(["tup"], tup, self.env)
            figures.update(self.in_turn({"tup": ["tup"]}, tup))
            shutil.rmtree(tup)
        if with_bazel and shutil.which("bazel"):
            figures.update(self.bazel(packages, files))
        shutil.rmtree(where)
        return figures

    def bazel(self, packages, files):
        """Its server stays in memory between the runs and watches; the first build, which starts every command, is not shown."""
        where, place = self.top / "bazel", self.top / "bazel-place"
        make_bazel(where, packages, files)
        start = ["bazel", f"--output_user_root={place}"]
        command = [*start, "build", "//...", "--spawn_strategy=local", "--color=no", "--curses=no", "--noshow_progress"]
        try:
            run(command, where, self.env)
            return self.in_turn({"bazel, its server warm": command}, where)
        finally:
            subprocess.run([*start, "shutdown"], cwd=where, env=self.env, capture_output=True)
            subprocess.run(["chmod", "-R", "u+w", place])
            shutil.rmtree(place, ignore_errors=True)
            shutil.rmtree(where)

    def one_change(self, packages, files, program, large=100):
        """A comment, then a body, of a module of the large app, until that app is linked."""
        where = self.top / "change"
        make(where, packages, files, large)
        self.rest(where, program)
        figures = {}
        for kind in ("comment", "body"):
            runs = []
            for i in range(self.rounds):
                path = where / "large" / f"part{large // 2}.py"
                path.write_text(path.read_text() + (f"# {kind} {i}\n" if kind == "comment" else f"value{i} = {i}\n"))
                runs.append(self.build(where, program))
                done = "up to date" if kind == "comment" else "1 built"
                if done not in runs[-1][3]:
                    raise SystemExit(f"a changed {kind} gave {runs[-1][3]!r}")
            figures[kind] = Figure(runs)
        shutil.rmtree(where)
        return figures

    def layered(self, packages):
        """Cold, with nothing to do beside ninja on the equal graph, and one body changed with one app wanted."""
        where = self.top / f"layered{packages}"
        monorepo.layered(where, packages, 10)
        self.env["PY2_CACHE_DIR"] = str(self.top / "layered-cache")
        cold = Figure([self.build(where, self.py2, "-k")])
        run(["ninja"], where / "ninja", self.env)
        time.sleep(2.1)
        self.build(where, self.py2)
        figures = {"cold": cold}
        runs = {"py2": [], "ninja": []}
        for _ in range(self.rounds):
            runs["py2"].append(self.build(where, self.py2))
            runs["ninja"].append(run(["ninja"], where / "ninja", self.env))
        figures.update({name: Figure(r) for name, r in runs.items()})
        changes, app = [], packages // 2 // 10 * 10 + 9
        for i in range(self.rounds):
            path = where / f"lib{app - 5:05}" / f"lib{app - 5:05}" / "m3.py"
            path.write_text(path.read_text() + f"\n\ndef more{i}(x):\n    return {i}\n")
            changes.append(self.build(where, self.py2, f"//lib{app:05}:app"))
        figures["edit"] = Figure(changes)
        graph = (where / ".py2" / "graph").stat().st_size
        shutil.rmtree(where)
        shutil.rmtree(self.top / "layered-cache")
        return figures, graph

    def shape(self, name):
        where = self.top / "shape"
        monorepo.SHAPES[name](where)
        cold = Figure([self.build(where, self.py2)])
        time.sleep(2.1)
        self.build(where, self.py2)
        warm = Figure([self.build(where, self.py2) for _ in range(self.rounds)])
        shutil.rmtree(where)
        return cold, warm

    def cold_recipes(self, packages):
        where = self.top / "recipes"
        make_recipes(where, packages)
        runs = []
        for _ in range(self.rounds):
            shutil.rmtree(self.top / "cache", ignore_errors=True)
            shutil.rmtree(where / ".py2", ignore_errors=True)
            runs.append(self.build(where))
        shutil.rmtree(where)
        return Figure(runs)

    def version(self):
        source = self.top / "exit.c"
        source.write_text('void _start(void) { __asm__ volatile("mov $60, %eax; xor %edi, %edi; syscall"); }\n')
        subprocess.run(["gcc", "-static", "-nostdlib", "-O2", "-o", self.top / "exit", source], check=True)
        both = {name: [] for name in ("exit", "version")}
        for _ in range(20 * self.rounds):
            both["exit"].append(run([self.top / "exit"], self.top, self.env)[0])
            both["version"].append(run([self.py2, "version"], self.top, self.env)[0])
        return statistics.median(both["version"]) - statistics.median(both["exit"])


def nothing_rows(count, figures, bound):
    ninja = figures.get("ninja")
    for name, f in figures.items():
        ratio = f"{ninja.wall / f.wall:.1f}x" if ninja else ""
        yield (f"| nothing to do, {count:,} files | {name} | {ms(f.wall)} | {ms(f.cpu)} | {f.peak / 1024:.0f} MB | {ratio} | "
               f"{bound if name.startswith('py2') else ''} |")


def monorepo_rows(bench, args):
    for packages in map(int, args.packages_of.split(",")):
        figures, graph = bench.layered(packages)
        title = f"{packages:,} libraries of 10 modules, {packages // 10:,} apps"
        ratio = f"{figures['ninja'].wall / figures['py2'].wall:.1f}x"
        for what, key, more in (("cold", "cold", ""), ("nothing to do", "py2", ratio), ("nothing to do", "ninja", "1.0x"), ("one body changed, one app wanted", "edit", "")):
            f = figures[key]
            yield (f"| {title}: {what} | {'ninja' if key == 'ninja' else 'py2'} | {ms(f.wall)} | {ms(f.cpu)} | {f.peak / 1024:.0f} MB | {more} | "
                   f"{f'graph {graph / 1e6:.1f} MB' if key == 'cold' else ''} |")
    for name in args.shapes.split(",") if args.shapes else []:
        cold, warm = bench.shape(name)
        text = (monorepo.SHAPES[name].__doc__ or "").split("\n")[0].rstrip(".")
        for what, f in (("cold", cold), ("nothing to do", warm)):
            yield f"| {name} ({text}): {what} | py2 | {ms(f.wall)} | {ms(f.cpu)} | {f.peak / 1024:.0f} MB | | |"


def measure(args, top):
    """Gives the rows of the table as they come."""
    bench = Bench(pathlib.Path(args.build).resolve(), top, args.rounds)
    yield "| case | program | wall (median) | processor time (least) | memory | times as fast as ninja | bound |"
    yield "| --- | --- | --- | --- | --- | --- | --- |"
    packages = 100 if args.quick else 1000
    if "small" in args.parts:
        yield from nothing_rows(packages * 10, bench.nothing_to_do(packages, 10, args.tup, args.real, args.bazel), "60 ms")
    programs = [("py2 engine", bench.standin)] + ([("py2", bench.py2)] if args.real else [])
    for name, program in programs if "change" in args.parts else []:
        for kind, f in bench.one_change(packages, 10, program).items():
            yield (f"| one {kind} changed among {packages * 10 + 100:,} files, app of 100 modules | {name} | {ms(f.wall)} | {ms(f.cpu)} "
                   f"| {f.peak / 1024:.0f} MB | | {'80 ms' if kind == 'comment' else '150 ms'} |")
    if "recipes" in args.parts:
        packages = 500 if args.quick else 5000
        f = bench.cold_recipes(packages)
        yield (f"| cold load of {packages:,} recipes, 10 targets each | py2 engine | {ms(f.wall)}, {packages * 10 / f.wall:,.0f} targets/s | "
               f"{ms(f.cpu)}, {packages * 10 / f.cpu:,.0f} targets/s | {f.peak / 1024:.0f} MB | | 300,000 targets/s on two processors |")
    if "monorepo" in args.parts and args.real:
        yield from monorepo_rows(bench, args)
    if "version" in args.parts and bench.py2.exists():
        yield f"| `py2 version` over a program that only exits | py2 | {bench.version() * 1000:.2f} ms | | | | 0.5 ms |"
    if "large" in args.parts and not args.quick:
        yield from nothing_rows(100000, bench.nothing_to_do(10000, 10, False, False), "500 ms, 400 MB")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("make", "recipes", "run"))
    parser.add_argument("dir", nargs="?")
    parser.add_argument("--packages", type=int, default=1000)
    parser.add_argument("--files", type=int, default=10)
    parser.add_argument("--build", default=str(ROOT / "build" / "release"))
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--quick", action="store_true", help="small workspaces, to see that it works")
    parser.add_argument("--no-real", dest="real", action="store_false", help="without the whole program")
    parser.add_argument("--no-tup", dest="tup", action="store_false", help="without tup, which takes minutes to build once")
    parser.add_argument("--no-bazel", dest="bazel", action="store_false", help="without Bazel, which takes minutes to build once")
    parser.add_argument("--parts", default="small,change,recipes,monorepo,version,large", help="which to measure (default: all)")
    parser.add_argument("--packages-of", default="100,200,1000,4000", help="the sizes of the layered workspaces; 30000 needs 20 GB of disk")
    parser.add_argument("--shapes", default="chain,diamond,wide,shared,roots", help="the shapes of monorepo.py to measure beside")
    parser.add_argument("--write", action="store_true", help="write the section of docs/benchmarks.md")
    args = parser.parse_args()
    if args.what == "make":
        make(pathlib.Path(args.dir), args.packages, args.files)
        make_peers(pathlib.Path(args.dir), args.packages, args.files)
        return
    if args.what == "recipes":
        make_recipes(pathlib.Path(args.dir), args.packages)
        return
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    lines, load = [], os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as top:
        for line in measure(args, pathlib.Path(top)):
            print(line, flush=True)
            lines.append(line)
    load = (load + os.getloadavg()[0]) / 2
    if args.write:
        versions = [subprocess.run([p, "--version"], capture_output=True, text=True).stdout.split("\n")[0] for p in ("ninja", "make", "tup")
                    if shutil.which(p)]
        page.put_section("engine", ["## The engine", "",
                                    f"Made by `python3.11 tests/bench/engine.py run --write` on {os.cpu_count()} processors, {args.rounds} runs in turn; "
                                    f"peers: ninja {', '.join(versions)}. The machine's load was {load:.0f} meanwhile: with more than the "
                                    "processors' number, wall times are that many times too long, and only processor times and ratios mean something. "
                                    "The memory shown is at least that of the measuring program.",
                                    "\"py2 engine\" is the engine with stand-in stages, \"py2\" the whole program on the same tree.", "", *lines])


if __name__ == "__main__":
    main()
