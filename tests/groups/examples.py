"""docs/examples: each is built for every target by `py2 build` in a copy and run; what it prints must equal CPython's answer where
CPython can run it, or the text in NAME.expected beside the example's directory."""

import os
import pathlib
import shutil
import subprocess
import tempfile

RUNNERS = {"linux-x86_64": [], "linux-arm64": ["qemu-aarch64"]}

# example -> [(executable, arguments, CPython's import roots, its script)]
CASES = {
    "hello": [("hello", ["you", "me"], None, None)],
    "monorepo": [
        ("apps/report/report", [], None, None),
        ("apps/draw/draw", ["3"], ["libs/text", "libs/shapes"], "apps/draw/draw.py"),
    ],
    "markdown": [("markdown", ["sample.md"], ["src"], "src/markdown/main.py")],
}


def expectation(context, example, where, args, roots, script):
    if script:
        env = dict(os.environ, PYTHONPATH=os.pathsep.join(str(where / r) for r in roots))
        done = subprocess.run([context.oracle, script, *args], cwd=where, capture_output=True, env=env)
        return done.stdout
    return (context.root / "docs" / "examples" / f"{example}.expected").read_bytes() if example else b""


def run(context, result):
    for example, cases in CASES.items():
        source = context.root / "docs" / "examples" / example
        if context.only not in example or not source.exists():
            continue
        with tempfile.TemporaryDirectory() as tmp:
            where = pathlib.Path(tmp) / example
            shutil.copytree(source, where, ignore=shutil.ignore_patterns("out", ".py2"))
            env = dict(os.environ, XDG_CACHE_HOME=str(pathlib.Path(tmp) / "cache"))
            built = subprocess.run([str(context.py2), "build"], cwd=where, env=env, capture_output=True, text=True)
            if built.returncode:
                result.fail(f"example {example}", built.stderr[-3000:])
                continue
            for program, args, roots, script in cases:
                outputs = {}
                for target, runner in RUNNERS.items():
                    if runner and not shutil.which(runner[0]):
                        result.skip(f"example {program} [{target}]", f"{runner[0]} is missing")
                        continue
                    done = subprocess.run([*runner, str(where / "out" / target / program), *args], cwd=where, capture_output=True)
                    outputs[target] = done.stdout
                    name = f"example {program} [{target}]"
                    want = expectation(context, None, where, args, roots, script) if script else None
                    beside = context.root / "docs" / "examples" / f"{example}.expected"
                    if want is None and beside.exists():
                        want = beside.read_bytes()
                    if done.returncode or not done.stdout or (want is not None and want.strip() not in done.stdout):
                        result.fail(name, f"  status {done.returncode}\n  {done.stdout[-500:]!r}\n  {done.stderr[-800:]!r}")
                    else:
                        result.ok(name)
