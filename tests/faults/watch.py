#!/usr/bin/python3.11
"""`py2 build --watch`: after every kind of change the outputs become right, and nothing is done without one.

    watch.py PY2 [--modules N] [--seed N]

PY2 is the engine with stand-in rules. Each kind of change is a function below; what it waits for is the right output,
so a change that is missed fails by a timeout. Ends with the time from a save to the rebuilt output.
"""
import argparse, os, queue, random, re, shutil, signal, subprocess, sys, tempfile, threading, time

LIMIT = 120  # seconds until a change counts as missed


class Watched:
    def __init__(self, py2, modules):
        self.top = tempfile.mkdtemp(prefix="py2-watch-")
        self.dir = os.path.join(self.top, "w")
        self.py2, self.modules = py2, modules
        self.env = {"PATH": "/usr/bin:/bin", "PY2_CACHE_DIR": self.top + "/cache", "HOME": self.top}
        os.makedirs(self.dir + "/data")
        self.recipe = ('workspace { targets = { "linux-x86_64" } }\nlibrary { name = "lib", roots = { "lib" } }\n'
                       'resource { name = "data", files = glob { "data/**/*" } }\n'
                       'app { name = "big", main = "big.py", deps = { ":lib" }, resources = { ":data" } }\n'
                       'app { name = "small", main = "small.py", deps = { ":lib" } }\n')
        self.write("build.py2", self.recipe)
        self.write("big.py", "".join(f"import m{i}\n" for i in range(modules)))
        self.write("small.py", "import m7\n")
        self.write("data/one.txt", "1")
        for i in range(modules):
            self.write(f"lib/m{i}.py", f"value {i} at first\n")
        self.lines = queue.Queue()
        self.start()

    def start(self, command="build"):
        self.process = subprocess.Popen([self.py2, command, "--watch", "--progress=plain", "-j2"], cwd=self.dir, env=self.env,
                                        stderr=subprocess.PIPE, text=True)
        threading.Thread(target=self.read, args=(self.process,), daemon=True).start()
        self.expect(r"watching \d+ director")

    def read(self, process):
        for line in process.stderr:
            self.lines.put(line)

    def expect(self, pattern):
        """Waits for a line; returns all that came until it."""
        seen, deadline = [], time.monotonic() + LIMIT
        while time.monotonic() < deadline:
            try:
                seen.append(self.lines.get(timeout=0.2))
            except queue.Empty:
                continue
            if re.search(pattern, seen[-1]):
                return "".join(seen)
        raise AssertionError(f"no line {pattern!r} in:\n{''.join(seen)}")

    def quiet(self, seconds=0.3):
        time.sleep(seconds)
        seen = []
        while not self.lines.empty():
            seen.append(self.lines.get())
        return "".join(seen)

    def path(self, name):
        return os.path.join(self.dir, name)

    def write(self, name, text):
        """In one step, so that on a busy machine no round comes between its halves."""
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        with open(self.top + "/half", "w") as f:
            f.write(text)
        os.rename(self.top + "/half", self.path(name))

    def output(self, app="big"):
        try:
            with open(self.path(f"out/linux-x86_64/{app}")) as f:
                return f.read()
        except FileNotFoundError:
            return ""

    def wait_for(self, text, app="big"):
        """Waits until the output holds the text, then until it is said that all is done."""
        began = time.monotonic()
        while text not in self.output(app):
            assert time.monotonic() < began + LIMIT, f"a change was missed: {text!r}; said:\n{self.quiet()}"
            assert self.process.poll() is None, f"ended with {self.process.returncode}:\n{self.quiet()}"
            time.sleep(0.0005)
        took = time.monotonic() - began
        self.expect("watching")
        return took

    def stop(self):
        self.process.send_signal(signal.SIGINT)
        assert self.process.wait(LIMIT) == 130
        self.quiet(0.1)

    def close(self):
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.top, ignore_errors=True)


def saved_in_place(w):
    with open(w.path("lib/m7.py"), "w") as f:
        f.write("value in place\n")
    w.wait_for("value in place\n")


def renamed_on_save(w):
    w.write("lib/.m7.py.new", "value by rename\n")
    os.rename(w.path("lib/.m7.py.new"), w.path("lib/m7.py"))
    w.wait_for("value by rename\n")


def kept_as_backup(w):
    os.rename(w.path("lib/m7.py"), w.path("lib/m7.py~"))
    w.write("lib/m7.py", "value beside a backup\n")
    w.wait_for("value beside a backup\n")


def touched(w):
    os.utime(w.path("lib/m7.py"))
    w.expect("changed: lib/m7.py")
    w.expect("2 outputs up to date")
    w.expect("watching")


def of_no_concern(w):
    w.write("notes.txt", "nobody reads this\n")
    w.write("lib/unused.py", "value of nobody\n")
    w.write("out/linux-x86_64/stray", "x")
    os.remove(w.path("out/linux-x86_64/stray"))
    said = w.quiet()
    assert "built" not in said, said


def new_directories(w):
    w.write("data/deep/er/two.txt", "22")
    w.wait_for("deep/er/two.txt 2")
    w.write("data/deep/er/three.txt", "333")
    w.wait_for("deep/er/three.txt 3")
    shutil.rmtree(w.path("data/deep"))
    w.expect("built")
    w.expect("watching")
    assert "deep" not in w.output()


def moved_directories(w):
    shutil.copytree(w.path("lib"), w.path("lib2"))
    w.write("lib2/m7.py", "value of another directory\n")
    os.rename(w.path("lib"), w.path("lib3"))
    os.rename(w.path("lib2"), w.path("lib"))
    w.wait_for("value of another directory\n")
    w.write("lib/m7.py", "value saved in the new one\n")
    w.wait_for("value saved in the new one\n")
    shutil.rmtree(w.path("lib3"))


def switched_branch(w):
    for i in range(w.modules):
        os.remove(w.path(f"lib/m{i}.py"))
        w.write(f"lib/m{i}.py", f"value {i} of the branch\n")
    w.wait_for(f"value {w.modules - 1} of the branch\n")


def overflown_queue(w):
    """More events than the kernel keeps for a reader, while it cannot read."""
    with open("/proc/sys/fs/inotify/max_queued_events") as f:
        most = int(f.read())
    os.kill(w.process.pid, signal.SIGSTOP)
    for k in range(most // w.modules + 2):
        for i in range(w.modules):
            os.utime(w.path(f"lib/m{i}.py"), (k, k))
    w.write("lib/m3.py", "value behind an overflow\n")
    os.kill(w.process.pid, signal.SIGCONT)
    w.wait_for("value behind an overflow\n")


def errors_and_their_end(w):
    w.write("lib/m7.py", "syntax error\n")
    for _ in range(2):  # told in each round, once
        w.expect("invalid syntax")
        said = w.expect("watching")
        assert "invalid syntax" not in said, said
        w.write("lib/m8.py", "value beside an error\n")
    w.expect("invalid syntax")
    w.write("lib/m7.py", "value without an error\n")
    w.wait_for("value without an error\n")
    assert "value beside an error\n" in w.output()


def missing_module(w):
    w.write("small.py", "import late\n")
    w.expect("no module 'late'")
    w.expect("watching")
    w.write("lib/late.py", "value of a late one\n")
    w.wait_for("value of a late one\n", "small")


def missing_directory(w):
    w.write("build.py2", w.recipe.replace('roots = { "lib" }', 'roots = { "lib", "gen/made" }'))
    w.expect("watching")
    w.write("small.py", "import made\n")
    w.expect("no module 'made'")
    w.expect("watching")
    w.write("gen/made/made.py", "value of a made one\n")
    w.wait_for("value of a made one\n", "small")


def through_a_link(w):
    os.makedirs(w.top + "/elsewhere", exist_ok=True)
    with open(w.top + "/elsewhere/real.py", "w") as f:
        f.write("value of a target\n")
    os.symlink(w.top + "/elsewhere/real.py", w.path("lib/linked.py"))
    w.write("small.py", "import linked\n")
    w.wait_for("value of a target\n", "small")
    with open(w.top + "/elsewhere/real.py", "w") as f:
        f.write("value of a changed target\n")
    w.wait_for("value of a changed target\n", "small")


def lost_recipe(w):
    os.remove(w.path("build.py2"))
    w.expect("nothing to build")
    w.expect("watching")
    w.write("lib/m7.py", "value without a recipe\n")
    w.write("build.py2", w.recipe)
    w.wait_for("value without a recipe\n")


def broken_recipe(w):
    w.write("build.py2", w.recipe + "app {\n")
    w.expect(r"build\.py2:\d+")
    w.expect("watching")
    w.write("build.py2", w.recipe + "-- a remark\n")
    w.expect("watching")


def back_and_forth(w):
    """What comes back from the shared cache is what the stages after it get."""
    w.stop()
    w.start()  # on a graph that a process left
    w.write("more/extra.py", "value of more roots\n")
    for recipe in (w.recipe.replace('roots = { "lib" }', 'roots = { "lib", "more" }'), w.recipe) * 2:
        w.write("build.py2", recipe)
        w.expect("watching")
        w.write("small.py", "import extra\n")
        w.expect("watching")
        assert ("more" in recipe) == ("value of more roots\n" in w.output("small")), "a stage got an old input"
        w.write("small.py", "import m7\n")
        w.expect("watching")


def another_py2(w):
    """The lock is free between rounds, and what another build wrote is taken up."""
    w.write("lib/m9.py", "value for two\n")
    done = subprocess.run([w.py2, "build", "--progress=none"], cwd=w.dir, env=w.env, capture_output=True, text=True, timeout=LIMIT)
    assert done.returncode == 0, done.stderr
    w.expect("watching")
    w.write("lib/m7.py", "value after another build\n")
    w.wait_for("value after another build\n")
    assert "value for two\n" in w.output()


def saved_during_a_round(w):
    w.write("small.py", "import slow\n")
    w.write("lib/slow.py", "slow 30000\nvalue of before\n")
    time.sleep(0.2)
    began = time.monotonic()
    w.write("lib/slow.py", "value of after\n")
    w.wait_for("value of after\n", "small")
    assert time.monotonic() - began < 20, "an outdated stage was waited for"


def interrupted(w):
    w.stop()
    assert not os.listdir(w.path(".py2/tmp"))
    done = subprocess.run([w.py2, "build", "--explain"], cwd=w.dir, env=w.env, capture_output=True, text=True, timeout=LIMIT)
    assert done.returncode == 0 and " ran: " not in done.stderr, done.stderr
    w.start()


def tests_too(w):
    """`py2 test --watch`: only what a change concerns runs again, and nothing is told twice."""
    w.write("tests/build.py2", 'test { name = "one", main = "one.py" }\ntest { name = "two", main = "two.py" }\n')
    w.write("tests/one.py", "shell exit 0\n")
    w.write("tests/two.py", "shell exit 0\n")
    w.stop()
    w.start("test")
    w.write("tests/two.py", "shell exit 3\n")
    w.expect(r"1 passed \(1 cached\), 1 failed")
    said = w.expect("watching")
    assert "1 failed" not in said, said
    w.write("tests/two.py", "shell exit 0\n")
    w.expect("2 passed")
    said = w.expect("watching") + w.quiet()
    assert "2 passed" not in said, said
    w.stop()
    shutil.rmtree(w.path("tests"))
    w.start()


def workspace_removed(w):
    os.rename(w.dir, w.dir + ".gone")
    w.expect("PY2E0411")
    assert w.process.wait(LIMIT) == 1


CHANGES = [saved_in_place, renamed_on_save, kept_as_backup, touched, of_no_concern, new_directories, moved_directories, switched_branch,
           overflown_queue, errors_and_their_end, missing_module, missing_directory, through_a_link, lost_recipe, broken_recipe,
           back_and_forth, another_py2, saved_during_a_round, interrupted, tests_too]


def main():
    args = argparse.ArgumentParser()
    args.add_argument("py2")
    args.add_argument("--modules", type=int, default=1000)
    args.add_argument("--seed", type=int, default=random.randrange(10 ** 6))
    args.add_argument("--only", default="")
    o = args.parse_args()
    rng = random.Random(o.seed)
    print(f"seed {o.seed}")
    w = Watched(os.path.abspath(o.py2), o.modules)
    try:
        order = [c for c in CHANGES if o.only in c.__name__]
        rng.shuffle(order)
        for change in order:
            try:
                change(w)
            except AssertionError as e:
                raise AssertionError(f"{change.__name__}: {e}")
            if w.output("small").find("value") < 0 or "import m7" not in open(w.path("small.py")).read():
                w.write("small.py", "import m7\n")
                w.expect("watching")
            w.quiet(0.05)
        times = []
        for i in range(15):
            time.sleep(0.02)
            w.write("lib/m5.py", f"value timed {i}\n")
            times.append(w.wait_for(f"value timed {i}\n") * 1000)
        workspace_removed(w)
    finally:
        w.close()
    times.sort()
    print(f"{len(order) + 1} kinds of changes")
    print(f"from a save to the rebuilt output, {o.modules} modules: {times[len(times) // 2]:.0f} ms (fastest {times[0]:.0f}, slowest {times[-1]:.0f})")
    return 0


sys.exit(main())
