"""What a build refuses, and what `dynamic = "raise"` makes of it: a source, the flags, words of the messages, what the program prints."""

import pathlib
import subprocess
import tempfile

CASES = {
    "absent module": ("import nobody_has_it\n", [], ["a.py:1:1: error[PY2E0201]: no module named 'nobody_has_it'"], None),
    "guarded absent module": ("try:\n    import nobody_has_it\nexcept ImportError as e:\n    print(e)\n", [], [], "No module named 'nobody_has_it'\n"),
    "guarded standard module": ("try:\n    import nis\nexcept ImportError:\n    print(1)\n", [], ["a.py:2:5: error[PY2E0206]: the standard module 'nis'"], None),
    "module of another system": ("try:\n    import winreg\nexcept ImportError:\n    print('absent')\n", [], [], "absent\n"),
    "module of another system, not reached": ("import sys\nif sys.platform == 'win32':\n    import winreg\nprint('here')\n", [], [], "here\n"),
    "absent module in a function that raises": (
        "def f():\n    import nobody_has_it\ntry:\n    f()\nexcept ImportError as e:\n    print(e)\n",
        ["--dynamic=raise"],
        [],
        "No module named 'nobody_has_it'\n",
    ),
    "eval": ("print(1)\neval('1')\n", [], ["a.py:2:1: error[PY2E0211]: a call of eval, exec or compile"], None),
    "eval that raises": (
        "try:\n    eval('1')\nexcept RuntimeError as e:\n    print(e)\n",
        ["--dynamic=raise"],
        ["a.py:2:5: warning[PY2W0211]: this call raises when the program gets here"],
        "eval() needs a compiler, which a compiled program does not carry\n",
    ),
    "standard module that raises": ("try:\n    import nis\nexcept ImportError as e:\n    print(e)\n", ["--dynamic=raise"], ["a.py:2:5: warning[PY2W0206]: this import raises"], "the standard module 'nis' is not in this version of py2\n"),
    "eval of one's own": ("def eval(x):\n    return x\nprint(eval(2))\n", [], [], "2\n"),
}


def build(context, folder, source, flags):
    (folder / "a.py").write_text(source, encoding="utf-8")
    return subprocess.run([str(context.py2), "build", "--target", "linux-x86_64", *flags, "a.py"], cwd=folder, capture_output=True, text=True, timeout=300)


def check(context, folder, source, flags, words, prints):
    built = build(context, folder, source, flags)
    for word in words:
        if word not in built.stderr:
            return f"  lacks {word!r}:\n{built.stderr}"
    if (built.returncode == 0) != (prints is not None):
        return f"  exit status {built.returncode}:\n{built.stderr}"
    if prints is None:
        return "" if not (folder / "out/linux-x86_64/a").exists() else "  something was written"
    ran = subprocess.run([str(folder / "out/linux-x86_64/a")], capture_output=True, text=True, timeout=60)
    return "" if ran.stdout == prints else f"  printed {ran.stdout!r}{ran.stderr}"


def run(context, result):
    for name, (source, flags, words, prints) in CASES.items():
        if context.only not in f"refusals {name}":
            continue
        with tempfile.TemporaryDirectory() as folder:
            problem = check(context, pathlib.Path(folder), source, flags, words, prints)
        if problem:
            result.fail(f"refusals {name}", problem)
        else:
            result.ok(f"refusals {name}")
