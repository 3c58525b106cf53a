"""Recipe projects with expected rebuild sets, under stand-in rules and under py2 itself; --watch, and faults."""

import subprocess


def run_script(context, result, name, script, arguments, program="py2_standin"):
    standin = context.build / program
    if not standin.exists():
        result.skip(name, f"{standin} was not built")
        return
    if context.only not in name:
        return
    done = subprocess.run([context.oracle, str(context.root / script), str(standin), *arguments], capture_output=True,
                          text=True, timeout=3600, errors="replace")
    print(done.stdout.rstrip(), flush=True)
    for line in done.stdout.splitlines():
        if line.startswith("skipped: "):
            result.skip(name, line[9:])
    if done.returncode == 0:
        result.ok(name)
    elif done.returncode != 77:  # nothing could be tested, and the output says why
        result.fail(name, done.stdout[-4000:] + done.stderr[-4000:])


def run(context, result):
    run_script(context, result, "recipes", "tests/recipes/run.py", [])
    run_script(context, result, "compiled recipes", "tests/recipes/run.py", ["--compiled"], "py2")
    run_script(context, result, "watch", "tests/faults/watch.py", [])
    run_script(context, result, "faults", "tests/faults/run.py", ["--rounds", "100" if context.all else "10"])
