"""tests/programs/**/*.py compiled for each target and compared with CPython: standard output, standard error, exit status.

A program is one file, or a directory with main.py. Comment lines at its head steer the run:
  # args: a b c          command line
  # stdin: text\\n       standard input (Python escapes)
  # env: NAME=value      environment (repeatable)
  # differs: REASON      has an intended difference; the expectation is the file beside it, NAME.expected
"""

import os
import pathlib
import shlex
import shutil
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor

TARGETS = {"linux-x86_64": [], "linux-arm64": ["qemu-aarch64"]}
ENVIRONMENT = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "PYTHONHASHSEED": "0", "TZ": "UTC", "PYTHONWARNINGS": "ignore"}


def make_preset(context, preset, target):
    """Builds a target of a CMake preset; what went wrong, or None."""
    for command in (["cmake", "--preset", preset], ["cmake", "--build", str(context.root / "build" / preset), "--target", target]):
        log = subprocess.run(command, cwd=context.root, capture_output=True, text=True)
        if log.returncode:
            return (log.stdout + log.stderr)[-2000:]
    return None


class Program:
    def __init__(self, path, root):
        self.dir = path if path.is_dir() else None
        self.main = path / "main.py" if self.dir else path
        self.name = str(path.relative_to(root).with_suffix(""))
        self.args, self.stdin, self.env, self.differs = [], b"", dict(ENVIRONMENT), None
        for line in self.main.read_text(encoding="utf-8", errors="surrogateescape").splitlines():
            if not line.startswith("#"):
                break
            key, _, value = line[1:].strip().partition(":")
            value = value.strip()
            if key == "args":
                self.args = shlex.split(value)
            elif key == "stdin":
                self.stdin = value.encode().decode("unicode_escape").encode()
            elif key == "env":
                name, _, text = value.partition("=")
                self.env[name] = text
            elif key == "differs":
                self.differs = value

    def lay(self, where):
        """Copies the program, so that both sides see the same relative path."""
        if self.dir:
            shutil.copytree(self.dir, where / "prog")
            return "prog/main.py"
        shutil.copy(self.main, where / "prog.py")
        return "prog.py"


def find(context):
    root = context.root / "tests" / "programs"
    mains = {p.parent for p in root.rglob("main.py")}
    files = [p for p in root.rglob("*.py") if not any(m in p.parents for m in mains)]
    return [Program(p, root) for p in sorted(list(mains) + files) if context.only in str(p)]


def execute(command, program, cwd, timeout=600):
    try:
        done = subprocess.run(command, cwd=cwd, input=program.stdin, capture_output=True, env=program.env, timeout=timeout)
    except subprocess.TimeoutExpired:
        return b"", b"", "timeout"
    place = str(cwd).encode() + b"/"
    return done.stdout, done.stderr.replace(place, b""), done.returncode


def expected(context, program, where, main):
    beside = program.main.with_suffix(".expected")
    if program.differs and beside.exists():
        return beside.read_bytes(), None, None
    chosen = {"LC_ALL", "PYTHONUTF8"} & program.env.keys()  # such a program is about the mode itself
    return execute([context.oracle, *([] if chosen else ["-X", "utf8=0"]), main, *program.args], program, where)


def difference(want, got):
    lines = []
    for label, a, b in zip(("stdout", "stderr", "status"), want, got):
        if a is None or a == b:
            continue
        if label == "status":
            lines.append(f"  status: expected {a}, got {b}")
            continue
        a, b = a.decode(errors="backslashreplace").splitlines(), b.decode(errors="backslashreplace").splitlines()
        for i in range(max(len(a), len(b))):
            x = a[i] if i < len(a) else "<nothing>"
            y = b[i] if i < len(b) else "<nothing>"
            if x != y:
                lines.append(f"  {label} line {i + 1}:\n    expected {x!r}\n    got      {y!r}")
                break
    return "\n".join(lines)


def compile_program(context, where, main):
    env = dict(os.environ, XDG_CACHE_HOME=str(where / "cache"))
    flags = [f for t in TARGETS for f in ("--target", t)]
    return subprocess.run([str(context.py2), "build", main, *flags, "-j1"], cwd=where, env=env, capture_output=True, text=True,
                          errors="replace", timeout=300)


def check(context, program):
    """Yields (name, problem or None, skip or None)."""
    out = []
    with tempfile.TemporaryDirectory() as tmp:
        where = pathlib.Path(tmp).resolve()
        main = program.lay(where)
        want = expected(context, program, where, main)
        built = compile_program(context, where, main)
        if built.returncode:
            return [(program.name, f"  build failed:\n{built.stderr[-3000:]}", None)]
        for target, runner in TARGETS.items():
            name = f"{program.name} [{target}]"
            if runner and not shutil.which(runner[0]):
                out.append((name, None, f"{runner[0]} is missing"))
                continue
            image = next((where / "out" / target).rglob("*"), None)
            images = [p for p in (where / "out" / target).rglob("*") if p.is_file()]
            if not images:
                out.append((name, f"  no executable in out/{target} ({image})", None))
                continue
            got = execute([*runner, str(images[0]), *program.args], program, where)
            out.append((name, difference(want, got) or None, None))
    return out


def run(context, result):
    programs = find(context)
    with ThreadPoolExecutor(context.jobs) as pool:
        for outcomes in pool.map(lambda p: check(context, p), programs):
            for name, problem, skip in outcomes:
                if skip:
                    result.skip(name, skip)
                elif problem:
                    result.fail(name, problem)
                else:
                    result.ok(name)
