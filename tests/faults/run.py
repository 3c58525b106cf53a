#!/usr/bin/python3.11
"""Faults: kills, interrupts, full disks, damaged memory, races. After each of them the next build must be right.

    run.py PY2 [--seed N] [--rounds N]

PY2 is the engine with stand-in rules. The seed is printed; the same seed makes the same faults (not the same timing).
Ends with a count of each kind of fault; a fault that this machine cannot make is counted as skipped, never as passed.
"""
import argparse, json, os, random, resource, shutil, signal, subprocess, sys, tempfile, time

import caches

TARGETS = ("linux-x86_64", "linux-arm64")


class Workspace:
    """Apps over a few dozen modules, some slow, so that a fault hits in the middle of something."""

    def __init__(self, top, py2, rng, name="w", slow=3):
        self.py2, self.rng, self.slow = py2, rng, slow
        self.dir = os.path.join(top, name)
        self.cache = os.path.join(top, "cache")
        self.modules = [f"m{i}" for i in range(24)]
        self.apps = rng.choice((4, 10))  # few outputs are synced one by one, many at once
        os.makedirs(self.dir + "/lib", exist_ok=True)
        self.write("build.py2", 'workspace { targets = { "%s", "%s" } }\nlibrary { name = "lib", roots = { "lib" } }\n' % TARGETS
                   + "".join(f'app {{ name = "a{i}", main = "a{i}.py", deps = {{ ":lib" }} }}\n' for i in range(self.apps)))
        for i in range(self.apps):
            self.write(f"a{i}.py", "".join(f"import m{k}\n" for k in range(i, 24, self.apps)))
        self.state = {}
        for m in self.modules:
            self.edit(m)

    def write(self, name, text):
        with open(os.path.join(self.dir, name), "w") as f:
            f.write(text)

    def edit(self, m=None):
        m = m or self.rng.choice(self.modules)
        text = f"value {self.rng.randrange(10 ** 9)}"
        self.state[m] = text
        big = "big 20\n" if m.endswith("3") else ""
        self.write(f"lib/{m}.py", f"slow {self.slow}\n{big}{text}\n")

    def command(self, *args):
        return [self.py2, "build", "--progress=none", *args]

    def env(self):
        return {"PATH": "/usr/bin:/bin", "PY2_CACHE_DIR": self.cache, "HOME": self.dir}

    def start(self, *args, **kw):
        return subprocess.Popen(self.command(*args), cwd=self.dir, env=self.env(), stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT, text=True, **kw)

    def build(self, *args, **kw):
        return subprocess.run(self.command(*args), cwd=self.dir, env=self.env(), stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, timeout=600, **kw)

    def outputs(self):
        found = {}
        for base, _, names in os.walk(self.dir + "/out"):
            for name in names:
                path = os.path.join(base, name)
                with open(path) as f:
                    found[os.path.relpath(path, self.dir + "/out")] = f.read()
        return found

    def check_whole(self):
        """Whatever is in out/ is a whole executable: nothing half-written, no temporaries."""
        for name, text in self.outputs().items():
            assert name.split("/")[1] in [f"a{i}" for i in range(self.apps)], f"a stray file in out/: {name}"
            assert text.endswith('echo "args: $*"\n'), f"{name} is half-written"

    def check_right(self, what):
        p = self.build()
        assert p.returncode == 0, f"{what}: the next build failed: {p.stdout}"
        out = self.outputs()
        assert len(out) == 2 * self.apps, f"{what}: {sorted(out)}"
        for i in range(self.apps):
            for t in TARGETS:
                for k in range(i, 24, self.apps):
                    assert self.state[f"m{k}"] + "\n" in out[f"{t}/a{i}"], f"{what}: {t}/a{i} has an old m{k}"
        p = self.build("--explain")
        assert " ran: " not in p.stdout, f"{what}: a build right after a build runs stages: {p.stdout}"


def kills(w, rng, rounds):
    for _ in range(rounds):
        for _ in range(rng.randrange(1, 4)):
            w.edit()
        p = w.start(f"-j{rng.choice((1, 2, 8))}")
        time.sleep(rng.random() * 0.06)
        p.kill()
        p.wait()
        w.check_whole()
        if rng.random() < 0.5:
            w.check_right("after kill -9")
    w.check_right("after kills")
    return rounds


def interrupts(w, rng, rounds):
    hit, span = 0, 0.0
    for _ in range(rounds + 1):
        for m in rng.sample(w.modules, 6):
            w.edit(m)
        if not span:  # how long a build takes here, so that signals fall into it on a slow machine too
            span = time.monotonic()
            w.build("-j2")
            span = time.monotonic() - span
            continue
        p = w.start(f"-j{rng.choice((1, 2, 8))}")
        time.sleep(rng.random() * span)
        p.send_signal(rng.choice((signal.SIGINT, signal.SIGTERM)))
        text, _ = p.communicate(timeout=300)
        # Before signals are attended to, one ends the process as usual; after the last stage it comes too late.
        assert p.returncode in (130, 0, -signal.SIGINT, -signal.SIGTERM), f"exit {p.returncode}: {text}"
        hit += p.returncode == 130
        assert p.returncode != 130 or "interrupted" in text, text
        w.check_whole()
        w.check_right("after an interrupt")
    assert hit or rounds < 10, "no interrupt hit a running build"
    return hit


def damage_file(path, rng):
    try:
        size = os.path.getsize(path)
        kind = rng.randrange(4)
        if kind == 0:
            os.remove(path)
        elif kind == 1:
            os.truncate(path, rng.randrange(size + 1))
        elif kind == 2:
            with open(path, "r+b") as f:
                f.seek(rng.randrange(size + 1))
                f.write(rng.randbytes(rng.randrange(1, 40)))
        else:
            with open(path, "ab") as f:
                f.write(rng.randbytes(rng.randrange(1, 100)))
    except FileNotFoundError:
        pass


def damaged_memory(w, rng, rounds):
    for i in range(rounds):
        files = [os.path.join(b, n) for b, _, names in os.walk(w.cache) for n in sorted(names)]
        for path in rng.sample(files, min(len(files), rng.randrange(1, 30))):
            damage_file(path, rng)
        if rng.random() < 0.5:
            damage_file(w.dir + "/.py2/" + rng.choice(("graph", "journal")), rng)
        if rng.random() < 0.3:
            shutil.rmtree(w.dir + "/out", ignore_errors=True)
        if rng.random() < 0.3:
            shutil.rmtree(w.dir + "/.py2", ignore_errors=True)
        w.edit()
        w.check_right(f"after damage {i}")
    return rounds


def limited(w, rng, rounds, which, values):
    """A limit on file size or descriptors: the build fails with a message or does it all; the next one is right."""
    failed = 0

    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        value = rng.choice(values)
        resource.setrlimit(which, (value, resource.getrlimit(which)[1]))

    for _ in range(rounds):
        w.edit("m3")
        p = w.build(preexec_fn=limit)
        assert p.returncode in (0, 1, 2), f"exit {p.returncode}: {p.stdout}"
        if p.returncode:
            failed += 1
            assert "error" in p.stdout or "cannot" in p.stdout, f"no message: {p.stdout!r}"
        w.check_whole()
        w.check_right("after a limit")
    return failed


def full_disk(top, py2, rng, rounds):
    """A workspace on a file system of its own that is too small."""
    mount = os.path.join(top, "small")
    os.mkdir(mount)
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1500k", "none", mount], capture_output=True).returncode:
        return None
    failed = 0
    try:
        w = Workspace(mount, py2, rng, slow=0)
        w.cache = os.path.join(mount, "cache")
        for _ in range(rounds):
            free = os.statvfs(mount).f_bavail * 4096
            with open(mount + "/ballast", "wb") as f:
                try:
                    f.write(b"x" * max(0, free - rng.randrange(60000)))
                except OSError:
                    pass
            try:
                w.edit("m3")
            except OSError:
                pass
            p = w.build()
            assert p.returncode in (0, 1, 2), f"exit {p.returncode}: {p.stdout}"
            failed += p.returncode != 0
            w.check_whole()
            try:
                os.remove(mount + "/ballast")
            except OSError:
                pass
            shutil.rmtree(w.cache, ignore_errors=True)
            for m in w.modules:
                w.edit(m)
            w.check_right("after a full disk")
    finally:
        subprocess.run(["umount", "-l", mount])
    return failed


def read_only(top, py2, rng, rounds):
    """The workspace becomes read-only: a message, exit 1, nothing changed; then it is writable again."""
    mount = os.path.join(top, "locked")
    os.mkdir(mount)
    if subprocess.run(["mount", "-t", "tmpfs", "none", mount], capture_output=True).returncode:
        return None
    try:
        w = Workspace(mount, py2, rng, slow=0)
        w.cache = os.path.join(top, "locked-cache")
        for i in range(rounds):
            if i:
                w.check_right("when writable")
            w.edit()
            subprocess.run(["mount", "-o", "remount,ro", mount], check=True)
            p = w.build()
            subprocess.run(["mount", "-o", "remount,rw", mount], check=True)
            assert p.returncode == 1 and "Read-only file system" in p.stdout, f"exit {p.returncode}: {p.stdout}"
            w.check_whole()
            w.check_right("after a read-only build")
    finally:
        subprocess.run(["umount", "-l", mount])
    return rounds


def together(top, py2, rng, rounds):
    """Several processes: in one workspace they take turns, in several they share the cache."""
    ws = [Workspace(top, py2, rng, f"t{i}", slow=1) for i in range(3)]
    for _ in range(rounds):
        for w in ws:
            w.edit()
        running = [w.start(f"-j{rng.choice((1, 4))}") for w in ws for _ in range(3)]
        for p in running:
            text, _ = p.communicate(timeout=600)
            assert p.returncode == 0, text
        for w in ws:
            w.check_whole()
            w.check_right("after builds at the same time")
    return rounds


def edits_meanwhile(w, rng, rounds):
    """Sources change while they are being built: the result is that of some moment, and the next build is right."""
    for _ in range(rounds):
        for m in rng.sample(w.modules, 8):
            w.edit(m)
        p = w.start("-j4")
        for _ in range(5):
            time.sleep(rng.random() * 0.01)
            w.edit()
        text, _ = p.communicate(timeout=600)
        assert p.returncode in (0, 1), text
        w.check_whole()
        w.check_right("after edits meanwhile")
    return rounds


def same_tick(w, rng, rounds):
    """An edit that keeps size and time stamp, right after a build."""
    for _ in range(rounds):
        w.check_right("before")
        m = rng.choice(w.modules)
        path = f"{w.dir}/lib/{m}.py"
        st = os.stat(path)
        with open(path) as f:
            text = f.read()
        old = w.state[m]
        new = old[:-1] + str((int(old[-1]) + 1) % 10)
        with open(path, "w") as f:
            f.write(text.replace(old, new))
        os.utime(path, ns=(st.st_atime_ns, st.st_mtime_ns))
        w.state[m] = new
        w.check_right("after an edit within the tick")
    return rounds


def same_order(top, py2, rng, rounds):
    """Errors and warnings come in one order, however many threads found them."""
    w = Workspace(top, py2, rng, "order", slow=0)
    for _ in range(rounds):
        for m in w.modules:
            fault = rng.choice(("", "", "warn\n", "warn\nwarn\n", "syntax error\n"))
            w.write(f"lib/{m}.py", f"slow {rng.randrange(12)}\n{fault}value {rng.random()}\n")
        seen = set()
        for jobs in (1, 2, 3, 8, 20):
            shutil.rmtree(w.dir + "/.py2", ignore_errors=True)
            shutil.rmtree(w.cache, ignore_errors=True)
            p = subprocess.run(w.command("-k", f"-j{jobs}", "--message-format=json"), cwd=w.dir, env=w.env(), stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True, timeout=120)
            assert p.returncode in (0, 1), f"{p.returncode}: {p.stderr[-2000:]}"
            assert p.stdout or not p.returncode, "a failed build says nothing"
            seen.add(p.stdout)
        assert len(seen) == 1, f"{len(seen)} different orders"
    return rounds


def most_at_once(path):
    """Of the modules in an event file, which need nothing themselves."""
    now = most = 0
    with open(path) as f:
        for line in f:
            e = json.loads(line)
            if e.get("rule") == "module" and e["event"] in ("begin", "end"):
                now += 1 if e["event"] == "begin" else -1
                most = max(most, now)
    return most


class JobServer:
    """What make hands its children: a pipe or a FIFO with a byte for each free slot."""

    def __init__(self, top, tokens, named):
        self.tokens = sorted(tokens)
        if named:
            self.path = os.path.join(top, "jobs")
            os.mkfifo(self.path)
            self.read = self.write = os.open(self.path, os.O_RDWR)
            self.auth, self.handed = "fifo:" + self.path, ()
        else:
            self.path = None
            self.read, self.write = os.pipe()
            self.auth, self.handed = f"{self.read},{self.write}", (self.read, self.write)
        os.write(self.write, bytes(tokens))

    def back(self):
        """The bytes that are there once everybody has given back what it took."""
        deadline = time.monotonic() + 10
        os.set_blocking(self.read, False)
        got = b""
        while len(got) < len(self.tokens) and time.monotonic() < deadline:
            try:
                got += os.read(self.read, 100)
            except BlockingIOError:
                time.sleep(0.002)
        return sorted(got)

    def close(self):
        for fd in {self.read, self.write}:
            os.close(fd)
        if self.path:
            os.remove(self.path)


def shared_slots(w, rng, rounds):
    """Under make's job server: never more stages than slots, and every slot is given back however py2 ends."""
    events, used = w.dir + "/events", False
    for i in range(rounds):
        for m in rng.sample(w.modules, 12):
            w.edit(m)
        server = JobServer(w.dir, [43 + k for k in range(rng.randrange(4))], i % 2)
        env = dict(w.env(), MAKEFLAGS=f"k -j9 --jobserver-auth={server.auth} --trace")
        p = subprocess.Popen(w.command("--events", events), cwd=w.dir, env=env, stdout=subprocess.PIPE, pass_fds=server.handed,
                             stderr=subprocess.STDOUT, text=True)
        how = (None, signal.SIGINT, signal.SIGKILL, signal.SIGABRT)[i % 4]
        if how:
            time.sleep(rng.random() * 0.05)
            p.send_signal(how)
            if how == signal.SIGINT and rng.random() < 0.5:
                p.send_signal(how)
        text, _ = p.communicate(timeout=300)
        assert server.back() == server.tokens, f"slots of make are lost after {how}: {text}"
        if not how:
            assert p.returncode == 0, text
            most = most_at_once(events)
            assert most <= len(server.tokens) + 1, f"{most} stages at once with {len(server.tokens)} tokens"
            used |= most >= 2 or not server.tokens  # on a busy machine the second thread may come too late
        server.close()
        w.check_whole()
        if i % 8 == 7:
            w.check_right("under a job server")
    assert used or rounds < 16, "make's slots are not used"
    return rounds


def under_make(top, py2, rng, rounds):
    """Two py2 under a real make -j2, each in a workspace of its own."""
    if not shutil.which("make"):
        return None
    both = [Workspace(top, py2, rng, name) for name in ("x", "y")]
    with open(top + "/Makefile", "w") as f:
        f.write(".PHONY: all x y lost\nall: x y\nx y:\n\t+cd $@ && $(PY2) build --progress=none --events events\n"
                "lost:\n\tcd x && $(PY2) build --progress=none\n")
    make = ["make", "-j2", f"PY2={py2}"]
    for i in range(rounds):
        for w in both:
            for m in w.modules:
                w.edit(m)
        p = subprocess.run(make, cwd=top, env=both[0].env(), capture_output=True, text=True, timeout=300)
        assert p.returncode == 0 and not p.stderr, p.stdout + p.stderr
        most = [most_at_once(w.dir + "/events") for w in both]
        assert max(most) <= 2, f"{most} stages at once under make -j2"
        for w in both:
            w.check_right("under make")
    p = subprocess.run(make + ["lost"], cwd=top, env=both[0].env(), capture_output=True, text=True, timeout=300)
    assert p.returncode == 0 and "job server cannot be reached" in p.stderr, p.stderr
    return rounds


def main():
    args = argparse.ArgumentParser()
    args.add_argument("py2")
    args.add_argument("--seed", type=int, default=random.randrange(10 ** 6))
    args.add_argument("--rounds", type=int, default=15)
    args.add_argument("--only", default="", help="faults whose name contains this")
    o = args.parse_args()
    py2, rng, n = os.path.abspath(o.py2), random.Random(o.seed), o.rounds
    print(f"seed {o.seed}")
    top = tempfile.mkdtemp(prefix="py2-faults-")
    counts = {}

    def workspace(name, slow):
        return Workspace(top, py2, rng, name, slow)

    faults = {
        "kill -9": lambda: kills(w, rng, n * 4),
        "interrupts that hit": lambda: interrupts(w, rng, n),
        "damaged caches and graphs": lambda: damaged_memory(w, rng, n),
        "files too large": lambda: limited(w, rng, n // 2, resource.RLIMIT_FSIZE, (0, 100, 2000, 8000, 20000)),
        "out of descriptors": lambda: limited(w, rng, n // 2, resource.RLIMIT_NOFILE, (4, 6, 8, 10, 12, 16)),
        "full disks": lambda: full_disk(top, py2, rng, n // 2),
        "read-only workspaces": lambda: read_only(top, py2, rng, n // 3 + 1),
        "builds at the same time": lambda: together(top, py2, rng, n // 3 + 1),
        "ends under a job server": lambda: shared_slots(w, rng, n * 2),
        "builds under make -j2": lambda: under_make(top, py2, rng, n // 5 + 1),
        "builds without locks and links": lambda: caches.without_locks(top, workspace, rng, n // 3 + 1),
        "builds with a read-only cache": lambda: caches.read_only(top, workspace, rng, n // 3 + 1),
        "builds with a full cache": lambda: caches.full(top, workspace, rng, n // 3 + 1),
        "builds beside a later version": lambda: caches.other_version(top, workspace, rng, n // 4 + 1),
        "builds with a hostile cache": lambda: caches.hostile(top, workspace, rng, n // 2),
        "builds beside cache gc": lambda: caches.thrown_away_meanwhile(top, workspace, rng, n // 2),
        "jumps of the clock": lambda: caches.clock_jumps(w, rng, n // 2),
        "orders of messages": lambda: same_order(top, py2, rng, n // 4 + 1),
        "edits while building": lambda: edits_meanwhile(w, rng, n),
        "edits within the tick": lambda: same_tick(w, rng, n),
    }
    try:
        w = Workspace(top, py2, rng)
        w.check_right("at first")
        for what, fault in faults.items():
            if o.only in what:
                counts[what] = fault()
    finally:
        shutil.rmtree(top, ignore_errors=True)
    for what, count in counts.items():
        print(f"{'skipped' if count is None else count}: {what}")
    return 0


sys.exit(main())
