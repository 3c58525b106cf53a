"""Building and running one of CPython's test files, and counting its methods."""

import concurrent.futures
import dataclasses
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SUITE = pathlib.Path("/usr/lib/python3.11/test")
ORACLE = "/usr/bin/python3.11"

REASONS = {
    "compiler": "needs run-time compilation of source",
    "detail": "tests a detail of CPython's implementation or its C API",
    "references": "counts references",
    "platform": "is for another platform",
    "network": "needs a network",
}

# The main module of every file: its name stands for NAME. It reports one line per method, whatever the tests print.
MAIN = '''import sys
import unittest

import test.{name}


class Result(unittest.TestResult):
    def note(self, test, word, why=""):
        report.write("\\x1f".join((test.id(), word, why.strip().rpartition("\\n")[2])) + "\\n")
        report.flush()

    def addSuccess(self, test):
        self.note(test, "passed")

    def addFailure(self, test, err):
        self.note(test, "failed", self._exc_info_to_string(err, test))

    addError = addFailure

    def addSkip(self, test, reason):
        self.note(test, "skipped", reason)

    def addExpectedFailure(self, test, err):
        self.note(test, "passed")

    def addUnexpectedSuccess(self, test):
        self.note(test, "failed", "unexpected success")

    def addSubTest(self, test, subtest, err):
        if err is not None:
            self.note(test, "failed", self._exc_info_to_string(err, test))


report = open(sys.argv[1], "w", encoding="utf-8", errors="backslashreplace")
sys.argv[1:] = []
unittest.defaultTestLoader.loadTestsFromModule(test.{name}).run(Result())
report.close()
'''


@dataclasses.dataclass
class FileResult:
    name: str
    passed: int = 0
    skipped: dict = dataclasses.field(default_factory=dict)  # method -> reason
    failures: dict = dataclasses.field(default_factory=dict)  # method -> reason
    aside: dict = dataclasses.field(default_factory=dict)  # method -> key of REASONS
    trouble: str = ""  # why the file as a whole ended early

    @property
    def counted(self):
        return self.passed + len(self.failures)


def read_files():
    lines = (HERE / "files.txt").read_text(encoding="utf-8").splitlines()
    return [word for line in lines for word in line.partition("#")[0].split()]


def read_set_aside():
    """test_x.Class.method -> key of REASONS; a line "REASON PATTERN", where * stands for any part."""
    rows = []
    for number, line in enumerate((HERE / "set_aside.txt").read_text(encoding="utf-8").splitlines(), 1):
        line = line.partition("#")[0].strip()
        if not line:
            continue
        reason, pattern = line.split()
        if reason not in REASONS:
            raise SystemExit(f"tests/cpython/set_aside.txt:{number}: {reason} is no reason ({', '.join(REASONS)})")
        rows.append((re.compile(re.escape(pattern).replace(r"\*", ".*") + r"\Z"), reason))
    return rows


def aside_reason(aside, method):
    return next((reason for pattern, reason in aside if pattern.match(method)), None)


def parse(report):
    """method -> (word, why); a method that failed anywhere has failed."""
    rows = {}
    for line in report.splitlines():
        method, word, why = (line.split("\x1f") + ["", ""])[:3]
        method = method.removeprefix("test.")
        if rows.get(method, ("",))[0] != "failed":
            rows[method] = (word, why)
    return rows


def stop(process):
    """Ends the program with the processes that it left behind: they would write into a folder that goes away."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()


def last_line(stream):
    stream.seek(0)
    return stream.read().decode("utf-8", "replace").strip().rpartition("\n")[2]


def run(command, folder, report, timeout):
    """Rows of the report, and why the process did not end well. Output goes to files: a child that lives on may hold it open."""
    trouble = ""
    with tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=errors, start_new_session=True)
        try:
            status = process.wait(timeout)
            if status:
                trouble = f"status {status}: {last_line(errors)}"
        except subprocess.TimeoutExpired:
            trouble = f"did not end in {timeout:.0f} s"
        finally:
            stop(process)
    text = report.read_text(encoding="utf-8", errors="replace") if report.exists() else ""
    return parse(text), trouble


def build(py2, folder):
    built = subprocess.run([py2, "build", "main.py", "-o", "main", "--dynamic=raise", "--target=linux-x86_64"], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if built.returncode == 0:
        return ""
    errors = [line for line in built.stderr.splitlines() if "error" in line]
    return "does not compile: " + (errors[0] if errors else built.stderr.strip().rpartition("\n")[2])


def lay_out(package):
    """The suite as a package beside the main module: its own modules, by copies, and its data, by links."""
    package.mkdir()
    for item in SUITE.iterdir():
        if item.suffix == ".py":
            shutil.copyfile(item, package / item.name)
        elif item.name == "support":
            shutil.copytree(item, package / item.name, ignore=shutil.ignore_patterns("__pycache__"))
        elif item.name != "__pycache__":
            (package / item.name).symlink_to(item)


def measure(py2, name, aside, timeout):
    result = FileResult(name)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as temporary:
        folder = pathlib.Path(temporary)
        (folder / "main.py").write_text(MAIN.format(name=name), encoding="utf-8")
        lay_out(folder / "test")
        expected, _ = run([ORACLE, "main.py", str(folder / "expected")], folder, folder / "expected", timeout)
        result.trouble = build(py2, folder)
        rows = {}
        if not result.trouble:
            rows, result.trouble = run([str(folder / "main"), str(folder / "got")], folder, folder / "got", timeout)
    count(result, expected, rows, aside)
    return result


def count(result, expected, rows, aside):
    for method in sorted(set(expected) | set(rows)):
        wanted = expected.get(method, ("passed", ""))[0]
        word, why = rows.get(method, ("failed", result.trouble or "was not run"))
        reason = aside_reason(aside, method)
        if reason:
            result.aside[method] = reason
        elif word == "passed":
            result.passed += 1
        elif word == "skipped" or wanted == "skipped" and method not in rows:
            result.skipped[method] = why
        elif wanted != "failed":
            result.failures[method] = why


def measure_all(py2, files, aside, jobs, timeout):
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for name, result in zip(files, pool.map(lambda name: measure(py2, name, aside, timeout), files)):
            yield name, result
