"""Faults of the shared cache: it may be read-only, full, another version's, hostile, or be thrown away meanwhile, and
the builds that use it are right all the same."""
import os, random, shutil, signal, subprocess, time

from system import Mount, have_filter, without_locks_and_links


def snapshot(folder):
    """Names, bytes and times of all files."""
    found = {}
    for base, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(base, name)
            with open(path, "rb") as f:
                found[path] = (f.read(), os.stat(path).st_mtime_ns)
    return found


def forget(w):
    shutil.rmtree(w.dir + "/.py2", ignore_errors=True)
    shutil.rmtree(w.dir + "/out", ignore_errors=True)


def cache(w, *args, **kw):
    return subprocess.run([w.py2, "cache", *args], cwd=w.dir, env=w.env(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          timeout=120, **kw)


def without_locks(top, workspace, rng, rounds):
    """A system on whose files no lock can be taken and no link be made: everything works, the cache too."""
    if not have_filter():
        return None
    ws = [workspace(f"n{i}", slow=1) for i in range(2)]
    for w in ws:
        w.cache = top + "/unlocked-cache"
    for _ in range(rounds):
        for w in ws:
            w.edit()
        running = [w.start("-j2", preexec_fn=without_locks_and_links) for w in ws]
        for p in running:
            text, _ = p.communicate(timeout=120)
            assert p.returncode == 0, text
        for w in ws:
            w.check_whole()
            w.check_right("without locks")
    ws[0].edit()
    assert ws[0].build(preexec_fn=without_locks_and_links).returncode == 0
    forget(ws[0])
    p = ws[0].build("--explain", preexec_fn=without_locks_and_links)
    assert p.returncode == 0 and " ran: module" not in p.stdout, f"nothing was cached without locks: {p.stdout}"
    p = cache(ws[0], "gc", preexec_fn=without_locks_and_links)
    assert p.returncode == 0, p.stdout
    return rounds


def read_only(top, workspace, rng, rounds):
    """A cache that others fill: what is in it is used, what is not is made, nothing in it changes."""
    mount = Mount(top + "/given-cache")
    if not mount:
        return None
    try:
        w = workspace("given", slow=0)
        w.cache = mount.path + "/py2"
        w.check_right("at first")
        old = snapshot(mount.path)
        mount.remount("ro")
        for _ in range(rounds):
            forget(w)
            p = w.build("--explain")
            assert p.returncode == 0 and " ran: module" not in p.stdout, f"a read-only cache is not used: {p.stdout}"
            m, text = "m5", w.state["m5"]
            w.edit(m)
            w.check_right("with a read-only cache")
            w.state[m] = text
            w.write(f"lib/{m}.py", f"slow {w.slow}\n{text}\n")
        for what in ("stats", "gc", "verify"):
            assert cache(w, what).returncode == 0, what
        assert snapshot(mount.path) == old, "a read-only cache was changed"
    finally:
        mount.close()
    return rounds


def full(top, workspace, rng, rounds):
    """No room in the cache: builds go on without it."""
    mount = Mount(top + "/full-cache", "size=100k")
    if not mount:
        return None
    try:
        w = workspace("full", slow=0)
        w.cache = mount.path + "/py2"
        for _ in range(rounds):
            for m in w.modules:
                w.edit(m)
            w.check_right("with a full cache")
    finally:
        mount.close()
    return rounds


def other_version(top, workspace, rng, rounds):
    """A cache that a later py2 wrote into as well: its files stay as they are."""
    w = workspace("other", slow=0)
    w.cache = top + "/other-cache"
    w.check_right("at first")
    packs = w.cache + "/packs/"
    theirs = {packs + "00000000000000aa.pack": b"py2pack9\n" + rng.randbytes(5000), packs + "00000000000000aa.idx": b"py2idx9\n" + rng.randbytes(900),
              packs + "manifest": b"something new", w.cache + "/version": b"9"}
    for path, text in theirs.items():
        with open(path, "wb") as f:
            f.write(text)
    for _ in range(rounds):
        for m in w.modules:
            w.edit(m)
        w.check_right("beside a later version")
        for what in ("stats", "verify", "gc"):
            p = cache(w, what)
            assert p.returncode == 0, f"{what}: {p.stdout}"
    assert "another version" in cache(w, "stats").stdout
    for path, text in theirs.items():
        with open(path, "rb") as f:
            assert f.read() == text, f"{path} of a later version was changed"
    return rounds


def hostile(top, workspace, rng, rounds):
    """Things in the cache that are no files, lead elsewhere, or pretend to be endless."""
    w = workspace("hostile", slow=0)
    w.cache = top + "/hostile-cache"
    secret = top + "/secret"
    with open(secret, "w") as f:
        f.write("must stay\n")
    w.edit("m3")
    w.write("lib/m3.py", "big 200\n" + w.state["m3"] + "\n")  # large enough for a file of its own

    def endless(path, head):
        with open(path, "wb") as f:
            f.write(head)
            f.truncate(1 << 40)

    long_record = b"py2pack2\n".ljust(16, b"\0") + (1).to_bytes(8, "little") + ((1 << 40) - 96).to_bytes(8, "little") + bytes(64)
    for i in range(rounds):
        w.check_right("at first")
        files = [os.path.join(b, n) for b, _, names in os.walk(w.cache) for n in sorted(names)]
        for path in rng.sample(files, (len(files) + 1) // 2):
            os.remove(path)
            kind = rng.randrange(5)
            if kind == 0:
                os.mkfifo(path)
            elif kind == 1:
                os.symlink(secret, path)
            elif kind == 2:
                os.mkdir(path)
            elif kind == 3:
                endless(path, b"")
            else:
                endless(path, long_record)
        os.mkfifo(f"{w.cache}/packs/{i:016x}.pack")
        os.symlink("/dev/zero", f"{w.cache}/packs/{i + 1000:016x}.pack")
        forget(w)
        w.edit()
        w.check_right("with a hostile cache")
        assert cache(w, "stats").returncode == 0
        assert cache(w, "verify").returncode in (0, 1)
        assert cache(w, "gc").returncode == 0
        shutil.rmtree(w.cache)
    with open(secret) as f:
        assert f.read() == "must stay\n", "a link out of the cache was followed"
    return rounds


def thrown_away_meanwhile(top, workspace, rng, rounds):
    """`cache gc` and `cache verify` beside builds, and killed in the middle."""
    ws = [workspace(f"g{i}", slow=1) for i in range(2)]
    for w in ws:
        w.cache = top + "/shrinking-cache"
    wanted = (("gc", "--max-size=1K"), ("gc", "--max-age=0"), ("gc",), ("verify",), ("stats",))
    for _ in range(rounds):
        for w in ws:
            for m in rng.sample(w.modules, 8):
                w.edit(m)
            if rng.random() < 0.5:
                forget(w)
        running = [w.start("-j2") for w in ws]
        while any(p.poll() is None for p in running):
            w = rng.choice(ws)
            p = subprocess.Popen([w.py2, "cache", *rng.choice(wanted)], cwd=w.dir, env=w.env(), stdout=subprocess.PIPE,
                                 stderr=subprocess.STDOUT)
            if rng.random() < 0.3:
                time.sleep(rng.random() * 0.005)
                p.kill()
                p.communicate()
                continue
            text, _ = p.communicate(timeout=60)
            assert p.returncode == 0, f"a cache command fails beside builds: {text}"
        for p in running:
            text, _ = p.communicate(timeout=120)
            assert p.returncode == 0, text
        for w in ws:
            w.check_whole()
            w.check_right("after gc beside builds")
    return rounds


def clock_jumps(w, rng, rounds):
    """Times of files far ahead and far back, of sources and of everything that py2 keeps."""
    year = 365 * 86400
    w.check_right("before")
    for _ in range(rounds):
        ahead = rng.choice((-40, -1, 1, 100)) * year
        now = time.time()
        for folder in (w.cache, w.dir):
            for base, _, names in os.walk(folder):
                for name in names:
                    if rng.random() < 0.5:
                        os.utime(os.path.join(base, name), (now + ahead, now + ahead))
        p = w.build("--explain")
        assert p.returncode == 0 and " ran: " not in p.stdout, f"a change of times alone builds something: {p.stdout}"
        m = rng.choice(w.modules)
        old = os.stat(f"{w.dir}/lib/{m}.py").st_mtime
        w.edit(m)
        os.utime(f"{w.dir}/lib/{m}.py", (old, old + rng.choice((0, -1, year))))
        w.check_right("after a jump of the clock")
        if rng.random() < 0.3:
            assert cache(w, "gc", "--max-age=3000").returncode == 0
            w.check_right("after gc with jumping clocks")
    return rounds
