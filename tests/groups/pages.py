"""The pages that py2 writes, in headless Chromium."""

from groups.recipes import run_script


def run(context, result):
    run_script(context, result, "pages", "tests/pages/run.py", [])
