"""Progress on a terminal, seen through a pseudo-terminal."""

from groups.recipes import run_script


def run(context, result):
    run_script(context, result, "terminal", "tests/terminal/run.py", [])
