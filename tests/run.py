"""Every test, one command, one summary.

Groups, in this order:
  unit       cmocka programs, tests/unit/ROOM_TOPIC.c
  terminal   what a person sees of a running build, through a pseudo-terminal
  remote     the remote cache against servers that fail in every way
  pages      the pages that py2 writes, in headless Chromium
  programs   tests/programs/*.py compiled for each target and compared with CPython
  refusals   what a build refuses, and what is made of it by dynamic = "raise"
  cpython    a subset of CPython's own tests, compiled
  fuzz       random valid programs compared with CPython, fresh seeds each run
  examples   docs/examples built and run
  completion shell completion and the manual page
  releases   archives of release{} read back by other programs
  edits      builds after random edits of the examples give the bytes of builds from nothing
  limits     interrupts, memory and recursion without a bound end a program as CPython ends
  scaling    programs of many like parts build in memory that grows as they do
  stress     programs under a collector that runs at every N-th allocation
  hosted     programs on the runtime hosted by libc, under sanitizers
  fuzzers    with --all, libFuzzer on every reader
  docs       the generated pages of docs/ are what their tools would write
Each group module has `run(context) -> Result`. A missing tool makes visible skips, never passes.
"""

import argparse
import importlib
import json
import os
import pathlib
import signal
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
GROUPS = ["unit", "python_trees", "recipes", "terminal", "pages", "remote", "programs", "refusals", "cpython", "fuzz", "images", "examples", "edits", "releases", "completion", "limits", "scaling", "stress", "hosted", "fuzzers", "layering", "docs"]


# Groups that are one test, whatever --only says.
WHOLE = {"fuzz", "layering", "pages", "terminal", "python_trees"}


def chosen(args):
    """The groups to run, and what their tests are filtered by. A group's name means the whole group; another word the tests
    whose name contains it, and then only the groups that look at it."""
    groups = args.group or GROUPS
    if not args.group and args.only in GROUPS:
        return [args.only], ""
    if args.only and not args.group:
        groups = [g for g in GROUPS if g not in WHOLE and (g != "fuzzers" or args.all)]
    return groups, args.only


class Result:
    def __init__(self):
        self.passed = 0
        self.outcomes = {}
        self.failed = []
        self.skipped = []

    def ok(self, name):
        self.passed += 1
        self.outcomes[name] = "passed"

    def fail(self, name, why):
        self.failed.append(name)
        self.outcomes[name] = "failed"
        print(f"FAIL {name}\n{why}".rstrip(), flush=True)

    def skip(self, name, why):
        self.skipped.append((name, why))
        self.outcomes[name] = "skipped"


class Context:
    def __init__(self, args):
        self.root = ROOT
        self.build = pathlib.Path(args.build).resolve()
        self.py2 = self.build / "py2"
        self.oracle = "/usr/bin/python3.11"
        self.all = args.all
        self.only = args.only
        self.jobs = os.cpu_count() or 1


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", default="build/release")
    parser.add_argument("--all", action="store_true", help="the heavy tests too")
    parser.add_argument("--only", default="", help="groups or tests whose name contains this")
    parser.add_argument("--group", action="append", help="only this group (repeatable)")
    parser.add_argument("--results", help="write the outcome of each test to this file, as JSON")
    args = parser.parse_args()
    sys.path.insert(0, str(ROOT / "tests"))
    # Begun in the background by a shell, we were told to ignore Ctrl-C, and what we start would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    groups, args.only = chosen(args)
    context = Context(args)
    total = Result()
    outcomes = {}
    for name in groups:
        if not (ROOT / "tests" / "groups" / f"{name}.py").exists():
            continue
        start = time.monotonic()
        result = Result()
        importlib.import_module(f"groups.{name}").run(context, result)
        seconds = time.monotonic() - start
        print(f"{name}: {result.passed} passed, {len(result.failed)} failed, {len(result.skipped)} skipped in {seconds:.1f} s", flush=True)
        outcomes[name] = result.outcomes
        total.passed += result.passed
        total.failed += result.failed
        total.skipped += result.skipped
    if args.results:
        pathlib.Path(args.results).write_text(json.dumps(outcomes, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    for name, why in total.skipped:
        print(f"SKIP {name}: {why}")
    print(f"{total.passed} passed, {len(total.failed)} failed, {len(total.skipped)} skipped")
    return 1 if total.failed or not total.passed else 0


if __name__ == "__main__":
    sys.exit(main())
