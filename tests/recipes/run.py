#!/usr/bin/python3.11
"""Runs recipe projects: those of tests/recipes/cases against py2 with stand-in rules, those of tests/recipes/compiled against py2
itself (run.py PY2 --compiled).

A case is one text file. It begins with the project's files:

    -- path/to/file            (\\n in a name is a newline) the lines that follow, until the next "--" or "=="
then come steps:
    == py2 ARGUMENTS           runs py2 there; the lines that follow say what must hold, in any order:
        exit N                 the exit code (default 0)
        ran A, B, …            exactly these stages ran, as --explain names them (package and selection left out)
        cached A, B, …         exactly these came from the shared cache
        err TEXT               standard error holds TEXT
        out TEXT               standard output holds TEXT
        lines A, B, …          standard output is exactly these lines, in this order
        no TEXT                neither holds TEXT
    == write PATH              the lines that follow are its new content
    == append PATH TEXT   == rm PATH   == mv A B   == mkdir PATH   == link PATH TO   == hardlink PATH NEW   == touch PATH   == cd DIR
    == sleep SECONDS   == chmod MODE PATH   == env NAME=VALUE ($PWD: the project)   == forget (removes .py2 and out)   == cache empty   == corrupt cache
    == git ARGUMENTS (a case with it is skipped where there is no git)
    == contains PATH TEXT   == lacks PATH TEXT
    == json PATH FIELD… (an object with these fields, or lines of objects)
    == lines PATH EVENT=COUNT… (--events wrote so many of each)
    == exists PATH   == absent PATH   == same PATH (bytes and mtime as at the last check)   == prints PATH TEXT
    == holds PATH TEXT
"""
import json, os, re, shlex, shutil, subprocess, sys, tempfile, time

HERE = os.path.dirname(os.path.abspath(__file__))


class Failed(Exception):
    pass


class Skipped(Exception):
    pass


class Project:
    def __init__(self, py2, text):
        self.py2 = py2
        self.top = tempfile.mkdtemp(prefix="py2-recipes-")
        self.dir = os.path.join(self.top, "w")
        self.cwd = self.dir
        self.cache = os.path.join(self.top, "cache")
        os.mkdir(self.dir)
        self.env = {"PATH": "/usr/bin:/bin", "PY2_CACHE_DIR": self.cache, "HOME": self.top}
        self.seen = {}
        self.steps = self.parse(text)

    def parse(self, text):
        steps, body, path = [], None, None
        for number, line in enumerate(text.split("\n"), 1):
            if line.startswith("== "):
                body = []
                steps.append((number, line[3:], body))
                path = None
            elif line.startswith("-- ") and not steps:
                path = self.path(line[3:])
                os.makedirs(os.path.dirname(path), exist_ok=True)
                open(path, "w").close()
            elif steps:
                body.append(line)
            elif path:
                with open(path, "a") as f:
                    f.write(line + "\n")
        return steps

    def path(self, name):
        return os.path.join(self.dir, name.replace("\\n", "\n"))

    def corrupt(self):
        for base, _, names in os.walk(self.cache):
            for name in names:
                with open(os.path.join(base, name), "r+b") as f:
                    data = bytearray(f.read())
                    for i in range(len(data) - 1, 0, -50):
                        data[i] ^= 0xFF
                    f.seek(0)
                    f.write(data)

    def run_py2(self, args, body):
        p = subprocess.run([self.py2] + args + (["--explain"] if args[0] == "build" else []), cwd=self.cwd, env=self.env,
                           capture_output=True, text=True, errors="replace", timeout=600)
        try:
            self.judge(p, body)
        except Failed as e:
            raise Failed(f"{e}\n{p.stdout}{p.stderr}")

    @staticmethod
    def judge(p, body):
        want_code = 0
        for line in body:
            line = line.strip()
            if not line or line.startswith("#"):
                continue
            word, _, rest = line.partition(" ")
            if word == "exit":
                want_code = int(rest)
            elif word in ("ran", "cached"):
                verb = "ran" if word == "ran" else "from the cache"
                got = sorted(re.findall(rf"^py2: {verb}: ((?:module|app|appspec) \S+): ", p.stderr, re.M))
                want = sorted(x.strip() for x in rest.split(",") if x.strip())
                if got != want:
                    raise Failed(f"{word}: {got}, expected {want}")
            elif word == "err" and rest not in p.stderr:
                raise Failed(f"standard error lacks {rest!r}")
            elif word == "lines":
                got = p.stdout.splitlines()
                want = [x.strip() for x in rest.split(", ") if x.strip()]
                if got != want:
                    raise Failed(f"standard output is {got}, expected {want}")
            elif word == "out" and rest not in p.stdout:
                raise Failed(f"standard output lacks {rest!r}")
            elif word == "no" and (rest in p.stdout or rest in p.stderr):
                raise Failed(f"output holds {rest!r}")
            elif word not in ("err", "out", "no"):
                raise Failed(f"unknown expectation {line!r}")
        if p.returncode != want_code:
            raise Failed(f"exit {p.returncode}, expected {want_code}")

    def git(self, args):
        if not shutil.which("git"):
            raise Skipped("git is missing")
        who = {f"GIT_{who}_{what}": "someone@example.org" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
        p = subprocess.run(["git"] + args, cwd=self.cwd, env=self.env | who | {"GIT_CONFIG_NOSYSTEM": "1"}, capture_output=True, text=True)
        if p.returncode:
            raise Failed(p.stderr)

    def step(self, text, body):
        word, _, rest = text.partition(" ")
        if word == "py2":
            self.run_py2(shlex.split(rest), body)
        elif word == "git":
            self.git(shlex.split(rest))
        elif word == "write":
            os.makedirs(os.path.dirname(self.path(rest)), exist_ok=True)
            with open(self.path(rest), "w") as f:
                f.write("\n".join(body) + ("\n" if body else ""))
        elif word == "append":
            name, _, more = rest.partition(" ")
            with open(self.path(name), "a") as f:
                f.write(more + "\n")
        elif word == "rm":
            p = self.path(rest)
            shutil.rmtree(p) if os.path.isdir(p) and not os.path.islink(p) else os.remove(p)
        elif word == "mv":
            os.rename(*map(self.path, rest.split()))
        elif word == "mkdir":
            os.makedirs(self.path(rest))
        elif word == "link":
            name, to = rest.split()
            os.symlink(to, self.path(name))
        elif word == "hardlink":
            os.link(*map(self.path, rest.split()))
        elif word == "touch":
            os.utime(self.path(rest))
        elif word == "cd":
            self.cwd = self.path(rest)
        elif word == "sleep":
            time.sleep(float(rest))
        elif word == "chmod":
            mode, name = rest.split()
            os.chmod(self.path(name), int(mode, 8))
        elif word == "env":
            name, _, value = rest.partition("=")
            self.env[name] = value.replace("$PWD", self.dir)
        elif word == "forget":
            for d in (".py2", "out"):
                shutil.rmtree(self.path(d), ignore_errors=True)
        elif word == "cache":
            shutil.rmtree(self.cache, ignore_errors=True)
        elif word == "corrupt":
            self.corrupt()
        elif word in ("contains", "lacks"):
            name, _, text = rest.partition(" ")
            with open(self.path(name), encoding="utf-8") as f:
                if (text in f.read()) != (word == "contains"):
                    raise Failed(f"{name} {'lacks' if word == 'contains' else 'holds'} {text!r}")
        elif word == "json":
            name, *fields = rest.split()
            with open(self.path(name)) as f:
                values = [json.load(f)] if fields else [json.loads(line) for line in f]
            for value in values:
                if missing := [field for field in fields if field not in value]:
                    raise Failed(f"{name} lacks {missing}")
        elif word == "lines":
            name, *counts = rest.split()
            with open(self.path(name)) as f:
                events = [json.loads(line)["event"] for line in f]
            got = [f"{event}={events.count(event)}" for event in (count.split("=")[0] for count in counts)]
            if got != counts:
                raise Failed(f"{name}: {got}, expected {counts}")
        elif word == "exists":
            if not os.path.exists(self.path(rest)):
                raise Failed(f"{rest} does not exist")
        elif word == "absent":
            if os.path.lexists(self.path(rest)):
                raise Failed(f"{rest} exists")
        elif word == "same":
            st = os.stat(self.path(rest))
            now = (st.st_ino, st.st_mtime_ns, open(self.path(rest), "rb").read())
            if self.seen.setdefault(rest, now) != now:
                raise Failed(f"{rest} was written again")
        elif word == "prints":
            name, _, text = rest.partition(" ")
            got = subprocess.run([self.path(name)], capture_output=True, text=True).stdout
            if text not in got:
                raise Failed(f"{name} prints {got!r}")
        elif word == "holds":
            name, _, text = rest.partition(" ")
            with open(self.path(name), encoding="utf-8") as f:
                got = f.read()
            if text not in got:
                raise Failed(f"{name} holds {got!r}")
        else:
            raise Failed(f"unknown step {text!r}")

    def run(self):
        for number, text, body in self.steps:
            try:
                self.step(text, body)
            except Failed as e:
                raise Failed(f"line {number}: == {text}: {e}")

    def close(self):
        shutil.rmtree(self.top, ignore_errors=True)


def main():
    py2 = os.path.abspath(sys.argv[1])
    compiled = "--compiled" in sys.argv
    only = [a for a in sys.argv[2:] if a != "--compiled"]
    cases = os.path.join(HERE, "compiled" if compiled else "cases")
    bad = count = 0
    for name in sorted(os.listdir(cases)):
        if only and not any(o in name for o in only):
            continue
        count += 1
        with open(os.path.join(cases, name)) as f:
            project = Project(py2, f.read())
        try:
            project.run()
        except Failed as e:
            bad += 1
            print(f"FAILED {name}: {e}")
        except Skipped as e:
            print(f"skipped: {name}: {e}")
        finally:
            project.close()
    print(f"{count} recipe projects, {bad} failed")
    return 1 if bad or not count else 0


sys.exit(main())
