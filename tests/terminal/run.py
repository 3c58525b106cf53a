#!/usr/bin/python3.11
"""What py2 shows on a terminal, seen through a pseudo-terminal and a small emulator of one.

The emulator knows what a terminal of the VT100 family does with the few sequences that py2 may use, and refuses all
others. It keeps every line that scrolled out, so a test can say what a person sees after the build: each message
once, and no rest of a progress line.
"""
import contextlib, fcntl, os, pty, re, select, shutil, signal, struct, subprocess, sys, tempfile, termios, time, unicodedata

PY2 = os.path.abspath(sys.argv[1])


def columns_of(c):
    if unicodedata.combining(c) or unicodedata.category(c) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(c) in "WF" else 1


class Screen:
    def __init__(self, rows, columns):
        self.rows, self.columns = rows, columns
        self.lines = [[] for _ in range(rows)]
        self.gone = []
        self.x = self.y = 0
        self.wraps = True
        self.frames = 0        # synchronised updates that ended
        self.open = False
        self.tallest = 0       # lines that a frame took at most
        self.text = ""

    def newline(self):
        self.y += 1
        if self.y == self.rows:
            self.gone.append(self.lines.pop(0))
            self.lines.append([])
            self.y -= 1

    def put(self, c):
        width = columns_of(c)
        if not width:
            return
        if self.x + width > self.columns:
            if not self.wraps:
                self.x = self.columns - width
            else:
                self.newline()
                self.x = 0
        line = self.lines[self.y]
        line.extend([" "] * (self.x - len(line)))
        line[self.x:self.x + width] = [c] + [""] * (width - 1)
        self.x += width

    def sequence(self, parameters, final):
        number = int(parameters) if parameters.isdigit() else 1
        if final == "m":
            return
        if parameters == "?2026" and final in "hl":
            assert self.open == (final == "l"), "synchronised updates do not nest"
            self.open = final == "h"
            self.frames += final == "l"
            self.top = self.y
        elif parameters == "?7" and final in "hl":
            self.wraps = final == "h"
        elif final == "A":
            self.tallest = max(self.tallest, number + 1)
            assert self.y >= number, "the cursor goes above the screen"
            self.y -= number
        elif final == "K" and not parameters:
            del self.lines[self.y][self.x:]
        elif final == "J" and not parameters:
            del self.lines[self.y][self.x:]
            for y in range(self.y + 1, self.rows):
                self.lines[y] = []
        else:
            raise AssertionError(f"unexpected sequence {parameters!r} {final!r}")

    def feed(self, data):
        self.text += data
        while self.text:
            if self.text[0] == "\x1b":
                m = re.match(r"\x1b\[([0-9;?]*)([A-Za-z])", self.text)
                if not m:
                    assert len(self.text) < 20, f"not a sequence: {self.text[:20]!r}"
                    return
                self.sequence(m[1], m[2])
                self.text = self.text[m.end():]
                continue
            c, self.text = self.text[0], self.text[1:]
            if c == "\r":
                self.x = 0
            elif c == "\n":
                self.newline()
            else:
                assert c >= " ", f"control character {c!r}"
                self.put(c)

    def resize(self, rows, columns):
        """As terminals do that put wrapped lines together again: a line too long for the width goes on below."""
        lines = []
        cursor = self.y
        for y, line in enumerate(self.lines):
            if y == self.y:
                cursor = len(lines)
            parts = [line[i:i + columns] for i in range(0, len(line), columns)] or [[]]
            lines.extend(parts)
        while lines and not lines[-1] and len(lines) > max(rows, cursor + 1):
            lines.pop()
        over = max(0, min(len(lines) - rows, cursor))
        self.gone.extend(lines[:over])
        lines = lines[over:over + rows]
        self.lines = lines + [[] for _ in range(rows - len(lines))]
        self.rows, self.columns = rows, columns
        self.y, self.x = cursor - over, min(self.x, columns - 1)

    def shown(self):
        text = ["".join(line).rstrip() for line in self.gone + self.lines]
        while text and not text[-1]:
            text.pop()
        return text


class Session:
    """One py2 on a terminal of its own."""

    def __init__(self, directory, arguments, rows=24, columns=80, **environment):
        self.screen = Screen(rows, columns)
        self.reads = []
        env = {"PATH": "/usr/bin:/bin", "PY2_CACHE_DIR": directory + "/cache", "TERM": "xterm", "LANG": "C.UTF-8"} | environment
        self.pid, self.fd = pty.fork()
        if not self.pid:
            os.chdir(directory + "/w")
            while os.get_terminal_size(2).columns != columns:
                time.sleep(0.01)
            os.execve(PY2, [PY2] + arguments, env)
        self.size(rows, columns)

    def size(self, rows, columns):
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def resize(self, rows, columns):
        self.screen.resize(rows, columns)
        self.size(rows, columns)

    def follow(self, until=None, seconds=60):
        """Feeds the emulator until `until(screen)` holds or py2 ends; returns whether it held."""
        stop = time.monotonic() + seconds
        while time.monotonic() < stop:
            if until and not self.screen.open and until(self.screen):
                return True
            ready, _, _ = select.select([self.fd], [], [], 0.05)
            if not ready:
                continue
            try:
                data = os.read(self.fd, 65536)
            except OSError:
                return False
            if not data:
                return False
            self.reads.append(data)
            self.screen.feed(data.decode(errors="replace"))
        raise AssertionError("py2 does not end")

    def end(self):
        self.follow()
        _, status = os.waitpid(self.pid, 0)
        os.close(self.fd)
        return os.waitstatus_to_exitcode(status)


def project(directory, apps, slow=300, name="m"):
    os.makedirs(directory + "/w")
    recipe = ['workspace { name = "t" }']
    for i in range(apps):
        with open(f"{directory}/w/{name}{i}.py", "w", encoding="utf-8") as f:
            f.write(f"slow {slow}\nline {i}\n")
        recipe.append(f'app {{ name = "a{i}", main = "{name}{i}.py" }}')
    with open(directory + "/w/build.py2", "w", encoding="utf-8") as f:
        f.write("\n".join(recipe) + "\n")


def stages(screen):
    return [line for line in screen.shown() if re.match(r"  \S.*\.py +\d\.\ds$", line)]


def clean_end(lines, apps):
    """Each message once, and nothing of a frame left."""
    built = [line for line in lines if line.startswith("py2: built ")]
    assert len(built) == apps == len(set(built)), lines
    rest = [line for line in lines if line and not line.startswith("py2: ")]
    assert not rest, f"left on the screen: {rest}"


def test_draws(d):
    project(d, 6)
    s = Session(d, ["build", "-j3"])
    assert s.follow(lambda screen: len(stages(screen)) == 3), s.screen.shown()
    lines = s.screen.shown()
    assert re.match(r"[━╺─]+ \d+/\d+  \d\.\ds", lines[0]), lines
    assert all(re.fullmatch(r"  module m\d\.py +\d\.\ds", line) for line in lines[1:]), lines
    assert s.screen.x == 0 and s.screen.y == 0, "the cursor rests at the frame's beginning"
    assert s.end() == 0
    clean_end(s.screen.shown(), 6)
    assert s.screen.frames >= 4 and s.screen.tallest == 4


def test_one_write_for_a_frame(d):
    project(d, 4)
    trace = d + "/strace"
    if not shutil.which("strace"):
        return "strace is missing"
    done = subprocess.run(["strace", "-f", "-qq", "-e", "trace=write", "-s", "4000", "-o", trace, PY2, "build", "-j2", "--progress=bar"],
                          cwd=d + "/w", env={"PY2_CACHE_DIR": d + "/cache"}, capture_output=True, timeout=60)
    if done.returncode:
        return "strace does not work here"
    with open(trace, encoding="utf-8", errors="replace") as f:
        writes = [line for line in f if "write(2," in line and "2026" in line]
    assert len(writes) >= 3
    assert all(line.count("2026h") == line.count("2026l") == 1 for line in writes)


def test_narrow(d):
    project(d, 4, name="a_module_with_a_rather_long_name_")
    for columns in (40, 20, 12, 5, 2):
        shutil.rmtree(d + "/cache", ignore_errors=True)
        shutil.rmtree(d + "/w/.py2", ignore_errors=True)
        shutil.rmtree(d + "/w/out", ignore_errors=True)
        s = Session(d, ["build", "-j2", "//:a0", "//:a1"], columns=columns)
        seen = []

        def look(screen):
            seen.extend(screen.shown())
            return False
        s.follow(look)
        assert not [line for line in seen if len(line) >= columns and not line.startswith("py2")][:1] or columns < 40, seen
        os.waitpid(s.pid, 0)
        os.close(s.fd)
        assert s.screen.frames >= 2
        # Messages wrap at such widths; put together they say everything.
        text = "".join("".join(line) for line in s.screen.gone + s.screen.lines)
        assert text.count("built out") == 2, text
        assert "…" not in text and "━" not in text, text


def test_few_rows(d):
    project(d, 8)
    s = Session(d, ["build", "-j8"], rows=6)
    assert s.follow(lambda screen: any("and 6 more" in line for line in screen.shown())), s.screen.shown()
    assert s.end() == 0
    assert s.screen.tallest <= 4
    clean_end(s.screen.shown(), 8)


def test_resize(d):
    project(d, 24, slow=400, name="module_with_a_long_name_so_that_lines_are_long_")
    s = Session(d, ["build", "-j4"], columns=100)
    for rows, columns in ((24, 60), (24, 30), (10, 90), (24, 100), (5, 45)):
        frames = s.screen.frames
        assert s.follow(lambda screen: screen.frames >= frames + 2 and len(stages(screen)) >= 1), s.screen.shown()
        s.resize(rows, columns)
    assert s.end() == 0
    text = ["".join(line) for line in s.screen.gone + s.screen.lines]
    assert not [line for line in text if "module_with" in line and "built" not in line and "out/" not in line], text


def test_wide_characters(d):
    project(d, 3, name="模块名字很长很长很长很长很长很长_e\u0301_")
    s = Session(d, ["build", "-j3"], columns=36)
    assert s.follow(lambda screen: len(stages(screen)) >= 2 or "…" in "".join(screen.shown())), s.screen.shown()
    for line in s.screen.shown():
        assert sum(columns_of(c) for c in line) < 36, line
    assert s.end() == 0


def test_hostile_names(d):
    os.makedirs(d + "/w")
    name = "a\x1b[2Jb\rc\u202ed.py"
    with open(f"{d}/w/{name}", "w", encoding="utf-8") as f:
        f.write("slow 600\n")
    s = Session(d, ["build", name], columns=60)
    assert s.follow(lambda screen: any("module a" in line for line in screen.shown())), s.screen.shown()
    s.follow()
    os.waitpid(s.pid, 0)
    os.close(s.fd)


def test_messages_between(d):
    project(d, 6)
    for i in range(0, 6, 2):
        with open(f"{d}/w/m{i}.py", "a", encoding="utf-8") as f:
            f.write("warn\n")
    s = Session(d, ["build", "-j2"])
    assert s.end() == 0
    text = "\n".join(s.screen.shown())
    assert text.count("this warns") == 3, text
    assert "module m" not in text, text


def test_output_of_tests(d):
    os.makedirs(d + "/w")
    with open(d + "/w/build.py2", "w") as f:
        f.write('workspace { name = "t" }\n' + "".join(f'test {{ name = "t{i}", main = "t{i}.py" }}\n' for i in range(4)))
    for i in range(4):
        with open(f"{d}/w/t{i}.py", "w") as f:
            f.write(f"slow 300\noutput {i}\nEND_OF_PY2\nexit {i % 2}\n")
    s = Session(d, ["test", "-j2"], rows=40)
    assert s.end() == 1
    text = s.screen.shown()
    assert text.count("output 1") == text.count("output 3") == 1 and "output 2" not in text, text
    assert not [line for line in text if re.match(r"[━╺─]|  \S.*\d\.\ds$", line)], text


def test_results_are_not_mixed(d):
    project(d, 2)
    s = Session(d, ["query", "//..."])
    assert s.end() == 0
    assert s.screen.shown() == ["//:a0", "//:a1"], s.screen.shown()


def test_plain(d):
    project(d, 2)
    for environment in ({"TERM": "dumb"}, {"TERM": ""}):
        s = Session(d, ["build"], **environment)
        assert s.end() == 0
        assert not s.screen.frames and b"\x1b" not in b"".join(s.reads)
    s = Session(d, ["build", "--progress=none"])
    assert s.end() == 0
    assert s.screen.shown() == []
    shutil.rmtree(d + "/cache")
    shutil.rmtree(d + "/w/.py2")
    p = subprocess.run([PY2, "build"], cwd=d + "/w", env={"PY2_CACHE_DIR": d + "/cache"}, capture_output=True, timeout=60)
    assert b"\x1b" not in p.stderr and b"2 built" in p.stderr or b"up to date" in p.stderr, p.stderr


def test_no_unicode_no_colour(d):
    project(d, 3)
    s = Session(d, ["build", "-j2"], LANG="C", NO_COLOR="1")
    assert s.follow(lambda screen: len(stages(screen)) == 2)
    assert s.screen.shown()[0].startswith("["), s.screen.shown()
    assert s.end() == 0
    data = b"".join(s.reads)
    assert data.isascii() and not re.search(rb"\x1b\[[0-9;]*m", data)


def test_estimate(d):
    project(d, 12, slow=400)
    assert Session(d, ["build", "-j2"]).end() == 0
    for i in range(12):
        with open(f"{d}/w/m{i}.py", "a", encoding="utf-8") as f:
            f.write("more\n")
    s = Session(d, ["build", "-j2"])
    found = []

    def look(screen):
        found.extend(re.findall(r"(\d\.\d)s  about (\d+\.\d)s left", screen.shown()[0] if screen.shown() else ""))
        return False
    s.follow(look)
    os.waitpid(s.pid, 0)
    os.close(s.fd)
    assert found, "no estimate was shown"
    # 12 stages of 0.4 s, two at a time: 2.4 s in all. Machines are slower than that, seldom faster.
    elapsed, left = map(float, found[-1])
    assert left < 1.5, found


def test_interrupt(d):
    project(d, 4, slow=5000)
    s = Session(d, ["build", "-j2"])
    assert s.follow(lambda screen: len(stages(screen)) == 2)
    os.write(s.fd, b"\x03")
    assert s.end() == 130
    lines = [line for line in s.screen.shown() if "^C" not in line]
    assert lines == ["py2: interrupted"], lines


def test_suspend(d):
    project(d, 6)
    s = Session(d, ["build", "-j2"])
    assert s.follow(lambda screen: len(stages(screen)) == 2)
    os.kill(s.pid, signal.SIGTSTP)
    pid, status = os.waitpid(s.pid, os.WUNTRACED)
    assert os.WIFSTOPPED(status)
    with contextlib.suppress(AssertionError):
        s.follow(lambda screen: not screen.shown(), seconds=5)
    assert s.screen.shown() == [], "the shell gets a clean screen"
    os.kill(s.pid, signal.SIGCONT)
    assert s.follow(lambda screen: len(stages(screen)) >= 1), s.screen.shown()
    assert s.end() == 0
    clean_end(s.screen.shown(), 6)


def test_critical_path(d):
    project(d, 2, slow=50)
    with open(d + "/w/m0.py", "a", encoding="utf-8") as f:
        f.write("import deep\n")
    with open(d + "/w/deep.py", "w", encoding="utf-8") as f:
        f.write("slow 200\n")
    p = subprocess.run([PY2, "build", "-v"], cwd=d + "/w", env={"PY2_CACHE_DIR": d + "/cache"}, capture_output=True, text=True, timeout=60)
    at = p.stderr.index("critical path")
    steps = re.findall(r"s  (\w+ \S+)$", p.stderr[at:], re.M)
    assert steps[-3:] == ["module m0.py", "module deep.py", "app //:a0@" + steps[-1].split("@")[1]], p.stderr


def main():
    bad = count = 0
    for name, test in list(globals().items()):
        if not name.startswith("test_") or (sys.argv[2:] and not any(word in name for word in sys.argv[2:])):
            continue
        top = tempfile.mkdtemp(prefix="py2-terminal-")
        count += 1
        try:
            why = test(top)
            if why:
                print(f"skipped: {name}: {why}")
        except AssertionError as e:
            bad += 1
            print(f"FAILED {name}: {e}")
        finally:
            shutil.rmtree(top, ignore_errors=True)
    print(f"{count} tests of the terminal, {bad} failed")
    return 1 if bad or not count else 0


sys.exit(main())
