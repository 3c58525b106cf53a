"""Shell completion and the manual page: what bash completes, that each shell and groff accept their text."""

import os
import pathlib
import shutil
import subprocess
import tempfile

RECIPE = 'workspace { name = "w" }\napp { name = "alpha", main = "a.py" }\napp { name = "alpine", main = "a.py" }\n'
# line typed so far -> what is offered
CASES = {
    "py2 bu": ["build"],
    "py2 build //:al": ["alpha", "alpine"],
    "py2 build :alph": ["alpha"],
    "py2 build //sub:": ["inner"],
    "py2 build --watc": ["--watch"],
    "py2 build --remote-e": ["--remote-exec"],
    "py2 build a.": ["a.py"],
    "py2 build //nothing": [],
    "py2 build //od": [r"//odd\ \$\(touch\ pwned\)\ \*:app"],
    "py2 build b\\": [],
    "py2 build sp": [r"sp\ ace.py"],
}
ASK = """
source "$1"
COMP_LINE=$2 COMP_POINT=${#2}
read -ra COMP_WORDS <<< "$2"
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
_py2
printf '%s\\n' "${COMPREPLY[@]}"
"""


def check(result, name, problem):
    if problem:
        result.fail(name, problem)
    else:
        result.ok(name)


def run_bash(context, result, where, script):
    env = {"PATH": f"{context.py2.parent}:/usr/bin:/bin", "HOME": str(where), "XDG_CACHE_HOME": str(where / "cache")}
    for line, wanted in CASES.items():
        done = subprocess.run(["bash", "-c", ASK, "ask", script, line], cwd=where, env=env, capture_output=True, text=True)
        got = sorted(filter(None, done.stdout.split("\n")))
        check(result, f"completion of {line!r}", "" if got == wanted else f"  offered {got}, wanted {wanted}\n{done.stderr}")
    check(result, "completion runs nothing that a directory is called", "  it did" if (where / "pwned").exists() else "")


def run(context, result):
    if context.only not in "completion":
        return
    with tempfile.TemporaryDirectory() as tmp:
        where = pathlib.Path(tmp)
        (where / "build.py2").write_text(RECIPE)
        (where / "a.py").write_text("pass\n")
        (where / "sub").mkdir()
        (where / "sp ace.py").write_text("pass\n")
        odd = where / "odd $(touch pwned) *"
        odd.mkdir()
        (odd / "build.py2").write_text('app { name = "app", main = "../a.py" }\n')
        (where / "sub" / "build.py2").write_text('app { name = "inner", main = "../a.py" }\n')
        for shell in ("bash", "zsh", "fish"):
            script = where / shell
            script.write_bytes(subprocess.run([str(context.py2), "completion", shell], capture_output=True, check=True).stdout)
            if not shutil.which(shell):
                result.skip(f"completion for {shell}", f"{shell} is missing")
                continue
            done = subprocess.run([shell, "-n", script], capture_output=True, text=True)
            check(result, f"completion for {shell} parses", done.stderr if done.returncode else "")
            if shell == "bash":
                run_bash(context, result, where, script)
        page = subprocess.run([str(context.py2), "help", "--roff"], capture_output=True, check=True).stdout
        if not shutil.which("groff"):
            result.skip("manual page", "groff is missing")
            return
        done = subprocess.run(["groff", "-man", "-ww", "-Tutf8", "-z"], input=page, capture_output=True, env=dict(os.environ, LC_ALL="C"))
        check(result, "manual page", done.stderr.decode() if done.returncode or done.stderr else "")
