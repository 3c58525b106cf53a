"""With --all: each libFuzzer program of tests/fuzz, built by the preset `fuzz`, for 30 seconds (PY2_FUZZ_SECONDS)."""

import os
import pathlib
import shutil
import subprocess
import tempfile

# fuzzer -> (where its first inputs are found, patterns, the byte put before each: what the fuzzer reads it as)
SEEDS = {
    "cache_read": ("tests/recipes", [], [b""]),
    "message_read": ("tests/remote", [], [b""]),
    "ir_read": ("tests/ir", ["*.ir"], [b"\0"]),
    "object_read": ("tests", [], [b""]),
    "python_parse": ("tests", ["programs/**/*.py", "python/**/*.py"], [b""]),
    "recipe_run": ("docs", ["examples/**/build.py2"], [b""]),
}
LONGEST = 40000
OBJECT = """
extern int elsewhere(int); extern long far_away;
static const char *const names[] = {"a", "b"}; static int counter, table[300]; int mine = 3;
__attribute__((weak)) int elsewhere(int x) { return x + counter++; }
__attribute__((section("group"), used)) static int (*const entry)(int) = elsewhere;
void _start(void) { for (;;) { table[elsewhere(mine)] = names[counter & 1][0]; far_away = (long)&table[3]; } }
long far_away = 7;
"""


def plant(context, name, folder):
    root, patterns, prefixes = SEEDS[name]
    count = 0
    for pattern in patterns:
        for path in sorted((context.root / root).glob(pattern))[:300]:
            data = path.read_bytes()
            for prefix in prefixes:
                if len(data) <= LONGEST:
                    (folder / f"seed{count}").write_bytes(prefix + data)
                    count += 1


def plant_objects(context, folder):
    """One object for each CPU, as the compiler writes it, in an archive, and in our own form."""
    source = folder.parent / "seed.c"
    source.write_text(OBJECT)
    for odd, cpu, target in ((0, "x86_64", "linux-x86_64"), (1, "aarch64", "linux-arm64")):
        made, archive, module = (folder.parent / f"{cpu}.{kind}" for kind in ("o", "a", "obj"))
        subprocess.run(["clang", f"--target={cpu}-linux-gnu", "-O1", "-w", "-ffreestanding", "-fpie", "-ffunction-sections", "-fdata-sections",
                        "-fno-asynchronous-unwind-tables", "-fvisibility=hidden", "-c", source, "-o", made], check=True)
        subprocess.run(["ar", "rcD", archive, made], check=True)
        packed = subprocess.run([context.root / "build" / "fuzz" / "pack_runtime", target, module, made], capture_output=True, text=True)
        for choice, path in ((0, made), (2, archive), (4, module), (6, module)):
            if path.exists():
                (folder / f"{cpu}{choice}").write_bytes(bytes([choice + odd]) + path.read_bytes())
        if packed.returncode:
            print(f"fuzzers: pack_runtime: {packed.stderr.strip()}", flush=True)


def plant_memory(context, folder):
    """What builds of a workspace left: the snapshot (an odd byte before it) and the journal, as `cache_read` reads them."""
    where = folder.parent / "workspace"
    where.mkdir()
    (where / "build.py2").write_text('resource { name = "r", files = glob { "*.txt" } }\napp { name = "a", main = "a.py", resources = { ":r" } }\n')
    (where / "x.txt").write_text("x")
    env = dict(os.environ, PY2_CACHE_DIR=str(folder.parent / "cache"))
    for number in range(10):
        (where / "a.py").write_text(f"print({number})\n")
        subprocess.run([context.py2, "build"], cwd=where, env=env, capture_output=True)
        for odd, name in ((1, "graph"), (0, "journal")):
            path = where / ".py2" / name
            if path.exists():
                (folder / f"{name}{number}").write_bytes(bytes([4, odd]) + path.read_bytes())


def run(context, result):
    if not context.all:
        return
    if not shutil.which("clang"):
        return result.skip("fuzzers", "clang is missing")
    for command in (["cmake", "--preset", "fuzz"], ["cmake", "--build", "--preset", "fuzz"]):
        made = subprocess.run(command, cwd=context.root, capture_output=True, text=True)
        if made.returncode:
            return result.fail("fuzzers build", (made.stdout + made.stderr)[-2000:])
    seconds = int(os.environ.get("PY2_FUZZ_SECONDS", "30"))
    for name in SEEDS:
        if context.only not in f"fuzzers {name}":
            continue
        with tempfile.TemporaryDirectory() as tmp:
            corpus = pathlib.Path(tmp) / "corpus"
            corpus.mkdir()
            plant(context, name, corpus)
            if name == "cache_read":
                plant_memory(context, corpus)
            if name == "object_read":
                plant_objects(context, corpus)
            done = subprocess.run([context.root / "build" / "fuzz" / f"fuzz_{name}", f"-max_total_time={seconds}", f"-max_len={LONGEST}",
                                   "-timeout=20", "-rss_limit_mb=4000", "corpus"], cwd=tmp, capture_output=True, text=True, errors="replace")
            if done.returncode == 0:
                result.ok(f"fuzzers {name}")
                continue
            left = [p for p in pathlib.Path(tmp).iterdir() if p.is_file()]
            kept = pathlib.Path(tempfile.gettempdir()) / f"py2-fuzz-{name}"
            if left:
                shutil.copy(left[0], kept)
            result.fail(f"fuzzers {name}", f"{done.stderr[-3000:]}\n  the input is kept as {kept}")
