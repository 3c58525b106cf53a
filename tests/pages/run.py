#!/usr/bin/python3.11
"""The pages of `py2 graph --html` and `py2 report --html` in headless Chromium.

The browser is driven through its debugging pipe: the tests read facts from the document, press keys, and look at
screenshots (not blank, the expected regions, light and dark). Nothing may be fetched and nothing may throw.
"""
import base64, json, os, random, shutil, struct, subprocess, sys, tempfile, time, zlib

PY2 = os.path.abspath(sys.argv[1])


class Browser:
    """One Chromium, spoken to by JSON messages that end with a NUL on descriptors 3 (to it) and 4 (from it)."""

    def __init__(self, profile):
        to_read, self.to = os.pipe()
        self.back, back_write = os.pipe()
        fds = (to_read, back_write)

        def place():
            a, b = os.dup(fds[0]), os.dup(fds[1])
            os.dup2(a, 3)
            os.dup2(b, 4)

        self.process = subprocess.Popen(
            ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars", "--no-first-run",
             "--force-color-profile=srgb", f"--user-data-dir={profile}", "--remote-debugging-pipe"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=place, close_fds=False, env=os.environ | {"HOME": profile})
        os.close(to_read)
        os.close(back_write)
        self.number = 0
        self.rest = b""
        self.events = []
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.send(f"{domain}.enable")

    def message(self):
        while b"\0" not in self.rest:
            data = os.read(self.back, 1 << 16)
            if not data:
                raise AssertionError("the browser ended")
            self.rest += data
        line, self.rest = self.rest.split(b"\0", 1)
        return json.loads(line)

    def send(self, method, **params):
        self.number += 1
        m = {"id": self.number, "method": method, "params": params}
        if hasattr(self, "session"):
            m["sessionId"] = self.session
        os.write(self.to, json.dumps(m).encode() + b"\0")
        while True:
            answer = self.message()
            if answer.get("id") == self.number:
                assert "error" not in answer, f"{method}: {answer['error']}"
                return answer["result"]
            self.events.append(answer)

    def run(self, script):
        r = self.send("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in r, f"{script}: {r['exceptionDetails']}"
        return r["result"].get("value")

    def open(self, path, width=1280, height=900, dark=False):
        self.size(width, height)
        self.send("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        self.events.clear()
        self.send("Page.navigate", url="file://" + path)
        self.wait("document.readyState === 'complete' && document.body && document.body.dataset.ready !== undefined")
        self.settle()

    def size(self, width, height):
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def wait(self, condition, seconds=30):
        stop = time.monotonic() + seconds
        while not self.run(condition):
            assert time.monotonic() < stop, f"never true: {condition}"
            time.sleep(0.05)

    def settle(self):
        """Two frames: what was asked to be drawn is drawn."""
        self.run("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))")

    def facts(self):
        return self.run("({...document.body.dataset})")

    def press(self, key, **more):
        self.send("Input.dispatchKeyEvent", type="keyDown", key=key, **({"text": key} if len(key) == 1 else {}), **more)
        self.send("Input.dispatchKeyEvent", type="keyUp", key=key)

    def click(self, x, y, count=1):
        for n in range(1, count + 1):
            for kind in ("mousePressed", "mouseReleased"):
                self.send("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", buttons=1, clickCount=n)

    def box(self, selector):
        return self.run(f"(() => {{ const r = document.querySelector({selector!r}).getBoundingClientRect(); return [r.x, r.y, r.width, r.height]; }})()")

    def picture(self):
        self.settle()
        return Picture(base64.b64decode(self.send("Page.captureScreenshot", format="png")["data"]))

    def check_quiet(self):
        """Nothing was thrown, logged as an error, or fetched."""
        self.run("1")
        for e in self.events:
            method, params = e.get("method"), e.get("params", {})
            assert method != "Runtime.exceptionThrown", params
            assert not (method == "Log.entryAdded" and params["entry"]["level"] == "error"), params
            if method == "Network.requestWillBeSent":
                assert params["request"]["url"].startswith("file:"), params["request"]["url"]
                assert params["type"] == "Document", params

    def close(self):
        self.process.kill()
        self.process.wait()


class Picture:
    """The pixels of a PNG as browsers write them: 8 bits, three or four channels, not interlaced."""

    def __init__(self, data):
        assert data[:8] == b"\x89PNG\r\n\x1a\n"
        at, body = 8, b""
        while at < len(data):
            length, kind = struct.unpack(">I4s", data[at:at + 8])
            if kind == b"IHDR":
                self.width, self.height, depth, colour, _, _, interlaced = struct.unpack(">IIBBBBB", data[at + 8:at + 21])
                assert depth == 8 and colour in (2, 6) and not interlaced
                self.channels = 3 if colour == 2 else 4
            elif kind == b"IDAT":
                body += data[at + 8:at + 8 + length]
            at += length + 12
        raw, n, stride = zlib.decompress(body), self.channels, self.width * self.channels
        before = bytearray(stride)
        self.rows = []
        for y in range(self.height):
            f, line = raw[y * (stride + 1)], bytearray(raw[y * (stride + 1) + 1:(y + 1) * (stride + 1)])
            if f == 1:
                for i in range(n, stride):
                    line[i] = (line[i] + line[i - n]) & 255
            elif f == 2:
                for i in range(stride):
                    line[i] = (line[i] + before[i]) & 255
            elif f == 3:
                for i in range(stride):
                    line[i] = (line[i] + ((line[i - n] if i >= n else 0) + before[i]) // 2) & 255
            elif f == 4:
                for i in range(stride):
                    a, b, c = line[i - n] if i >= n else 0, before[i], before[i - n] if i >= n else 0
                    p = a + b - c
                    pa, pb, pc = abs(p - a), abs(p - b), abs(p - c)
                    line[i] = (line[i] + (a if pa <= pb and pa <= pc else b if pb <= pc else c)) & 255
            self.rows.append(line)
            before = line

    def colours(self, x, y, w, h):
        """How often each colour occurs in a region."""
        counts = {}
        for row in self.rows[int(y):int(y + h)]:
            for i in range(int(x), int(x + w)):
                c = tuple(row[i * self.channels:i * self.channels + 3])
                counts[c] = counts.get(c, 0) + 1
        return counts

    def brightness(self):
        rows = self.rows[::16]
        return sum(sum(row[::61]) / len(row[::61]) for row in rows) / len(rows)

    def has(self, region, colour, least, near=6):
        want = tuple(int(colour[i:i + 2], 16) for i in (1, 3, 5))
        return sum(n for c, n in self.colours(*region).items() if all(abs(a - b) <= near for a, b in zip(c, want))) >= least


# ---- projects ----------------------------------------------------------------------------------------------------------


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)


def py2(d, *arguments, code=0):
    p = subprocess.run([PY2, *arguments], cwd=d + "/w", env={"PATH": "/usr/bin:/bin", "PY2_CACHE_DIR": d + "/cache"}, capture_output=True, text=True, timeout=120)
    assert p.returncode == code, p.stdout + p.stderr
    return p.stdout


HOSTILE = "</script><b id=evil>&amp;\u2028'\""


def small(d):
    write(d + "/w/build.py2", 'workspace { name = "t" }\ngroup { name = "all", members = { "//apps/a", "//apps/b", "//apps/c" } }\n')
    for name, deps in (("a", "x"), ("b", "y"), ("c", "y")):
        write(f"{d}/w/apps/{name}/build.py2", f'app {{ name = "{name}", main = "main.py", deps = {{ "//libs/{deps}" }} }}\n')
        write(f"{d}/w/apps/{name}/main.py", f"slow 30\nimport {deps}m\nimport shared\n")
    write(d + "/w/libs/x/build.py2", 'library { name = "x", deps = { "//libs/y" } }\n')
    write(d + "/w/libs/y/build.py2", 'library { name = "y" }\n')
    write(d + "/w/libs/x/xm.py", "import ym\nslow 60\n")
    write(d + "/w/libs/y/ym.py", "slow 20\n")
    for name in "abc":
        write(f"{d}/w/apps/{name}/shared.py", "# shared\n" if name == "a" else f"import {HOSTILE.replace('/', '-')}\n" if name == "b" else "c\n")
    write(d + "/w/apps/b/" + HOSTILE.replace("/", "-") + ".py", "odd\n")


def large(d, packages=1000, labels=10):
    rng = random.Random(5)
    dirs = [f"{('libs', 'apps', 'tools')[i % 3]}/team{i // 3 % 20}/p{i}" for i in range(packages)]
    write(d + "/w/build.py2", 'workspace { name = "large" }\n')
    for i, where in enumerate(dirs):
        lines = []
        for k in range(labels):
            deps = [f'"//{dirs[rng.randrange(max(0, i - 50), i)]}:l{rng.randrange(labels)}"' for _ in range(rng.randrange(4)) if i]
            lines.append(f'library {{ name = "l{k}", deps = {{ {", ".join(sorted(set(deps)))} }} }}\n')
        write(f"{d}/w/{where}/build.py2", "".join(lines))


# ---- what both pages keep ----------------------------------------------------------------------------------------------

# Contrast of the texts that can be seen with what is behind them, as the accessibility guidelines compute it.
CONTRAST = """(() => {
  const light = c => c.map(v => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4).reduce((t, v, i) => t + v * [0.2126, 0.7152, 0.0722][i], 0);
  const parse = s => (s.match(/[\\d.]+/g) || []).map(Number);
  const behind = e => { for (; e; e = e.parentElement) { const c = parse(getComputedStyle(e).backgroundColor); if (c.length === 3 || c[3] > 0.5) return c.slice(0, 3); } return [255, 255, 255]; };
  let worst = [99, ""];
  for (const e of document.querySelectorAll("body *")) {
    if (!e.offsetParent || ![...e.childNodes].some(n => n.nodeType === 3 && n.data.trim())) continue;
    const a = light(parse(getComputedStyle(e).color).slice(0, 3)), b = light(behind(e)), ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < worst[0]) worst = [ratio, e.outerHTML.slice(0, 120)];
  }
  return worst;
})()"""

NAMELESS = """[...document.querySelectorAll("button, input, select, canvas")].filter(e => e.offsetParent &&
  !(e.getAttribute("aria-label") || e.textContent.trim() || e.title || (e.labels && e.labels.length))).map(e => e.outerHTML)"""


def check_page(b, path):
    """Light and dark, wide and narrow, names for all controls, one heading order."""
    bright = {}
    for dark in (False, True):
        b.open(path, dark=dark)
        bright[dark] = b.picture().brightness()
        ratio, where = b.run(CONTRAST)
        assert ratio >= 4.5, f"contrast {ratio:.2f}: {where}"
    assert bright[False] > 200 and bright[True] < 80, bright
    b.run("document.getElementById('theme').click()")
    assert b.picture().brightness() > 200, "the button changes the theme"
    assert b.run(NAMELESS) == []
    levels = b.run("[...document.querySelectorAll('h1,h2,h3')].map(h => +h.tagName[1])")
    assert levels[0] == 1 and all(y - x <= 1 for x, y in zip(levels, levels[1:])), levels
    for width in (1280, 760, 390):
        b.open(path, width=width)
        assert b.run("document.documentElement.scrollWidth") <= width, f"too wide for {width}"
    b.open(path)
    with open(path, encoding="utf-8") as f:
        text = f.read()
    assert "http://" not in text and "https://" not in text and "Content-Security-Policy" in text
    b.check_quiet()


# ---- tests -------------------------------------------------------------------------------------------------------------


def test_graph(b, d):
    small(d)
    py2(d, "build", "//apps/a", "//apps/b")
    write(d + "/w/apps/b/main.py", "slow 10\nimport ym\nimport changed\n")
    page = d + "/graph.html"
    py2(d, "graph", "--html", page)
    check_page(b, page)
    facts = b.facts()
    assert (facts["nodes"], facts["edges"], facts["shown"]) == ("6", "7", "6"), facts
    canvas = b.box("#canvas")
    picture = b.picture()
    assert len(picture.colours(*canvas)) > 20, "the graph is blank"
    colours = b.run("({...colours})")
    for name in ("c0", "c1", "c2"):
        assert picture.has(canvas, colours[name], 100), f"no box of a kind has the colour {name}"
    b.run("document.getElementById('colour').value = 'state'; document.getElementById('colour').dispatchEvent(new Event('change'))")
    picture = b.picture()
    for name, why in (("good", "//apps/a is up to date"), ("old", "//apps/b is out of date"), ("new", "//apps/c was never built")):
        assert picture.has(canvas, colours[name], 60), why
    assert "out of date" in b.run("document.getElementById('legend').textContent")
    b.run("document.getElementById('colour').value = 'time'; document.getElementById('colour').dispatchEvent(new Event('change'))")
    b.settle()
    # Keys: into the graph, to what is needed, back, out.
    b.run("document.getElementById('canvas').focus()")
    b.press("ArrowRight")
    first = b.facts()["selected"]
    assert first == "//:all", first
    b.press("ArrowRight")
    assert b.facts()["selected"].startswith("//apps/"), b.facts()
    assert "build.py2:1" in b.run("document.getElementById('details').textContent")
    b.press("Backspace")
    b.settle()
    assert b.facts()["selected"].endswith("/…") and b.facts()["shown"] == "6", b.facts()
    b.press("Enter")
    b.press("ArrowLeft")
    assert b.facts()["selected"] == "//:all", b.facts()
    b.press("Escape")
    assert b.facts()["selected"] == ""
    # Searching, by keys as well.
    b.press("/")
    assert b.run("document.activeElement.id") == "search"
    b.send("Input.insertText", text="libs/")
    assert b.facts()["found"] == "2"
    b.press("Enter", code="Enter", windowsVirtualKeyCode=13)
    assert b.facts()["selected"] == "//libs/x:x", b.facts()
    # The pointer: a click selects, the wheel zooms, dragging moves.
    b.press("Escape")
    b.run("select(null); fit()")
    x, y = b.run("(() => { const r = canvas.getBoundingClientRect(), o = boxes[0]; return [r.x + view.x + (o.x + 20) * view.scale, r.y + view.y + (o.y + 10) * view.scale]; })()")
    b.click(x, y)
    assert b.facts()["selected"] == b.run("boxName(boxes[0])")
    before = b.run("[view.scale, view.x]")
    b.send("Input.dispatchMouseEvent", type="mouseWheel", x=x, y=y, deltaX=0, deltaY=-300)
    b.wait(f"view.scale > {before[0]}")
    b.send("Input.dispatchMouseEvent", type="mousePressed", x=400, y=700, button="left", buttons=1)
    now = b.run("view.x")
    b.send("Input.dispatchMouseEvent", type="mouseMoved", x=460, y=700, button="left", buttons=1)
    b.send("Input.dispatchMouseEvent", type="mouseReleased", x=460, y=700, button="left")
    assert abs(b.run("view.x") - now - 60) < 1
    b.check_quiet()


def test_graph_of_ten_thousand(b, d):
    large(d)
    page = d + "/graph.html"
    begin = time.monotonic()
    py2(d, "graph", "--html", page)
    assert time.monotonic() - begin < 20, "py2 graph takes too long"
    b.open(page)
    facts = b.facts()
    assert facts["nodes"] == "10000" and int(facts["shown"]) <= 200, facts
    assert int(facts["ready"]) < 8000, facts
    assert len(b.picture().colours(*b.box("#canvas"))) > 20
    b.run("document.getElementById('unfold').click()")
    b.settle()
    facts = b.facts()
    assert facts["shown"] == "10000" and int(facts["layout"]) < 15000, facts
    assert len(b.picture().colours(*b.box("#canvas"))) > 20
    # A frame while moving.
    took = b.run("(async () => { const t = performance.now(); for (let i = 0; i < 5; i++) { view.x += 5; redraw(); await new Promise(d => requestAnimationFrame(() => requestAnimationFrame(d))); } return (performance.now() - t) / 5; })()")
    assert took < 2000, f"{took:.0f} ms a frame"
    b.run("document.getElementById('fold').click()")
    assert int(b.facts()["shown"]) <= 20, b.facts()
    b.check_quiet()


def test_report(b, d):
    small(d)
    py2(d, "build", "-j2")
    page = d + "/report.html"
    py2(d, "report", "--html", page)
    check_page(b, page)
    facts = b.facts()
    assert facts["artifacts"] == "3" and int(facts["runs"]) > 12, facts
    assert not b.run("document.getElementById('evil')"), "a file name became markup"
    assert HOSTILE.replace("/", "-") in b.run("JSON.stringify(runs.map(r => r.name))").replace("\\\"", "\"")
    b.size(1280, 2600)
    b.settle()
    colours = b.run("({...colours})")
    picture = b.picture()
    for canvas in ("#timeline", "#treemap"):
        assert len(picture.colours(*b.box(canvas))) > 12, f"{canvas} is blank"
    assert picture.has(b.box("#timeline"), b.run("colourOf('module')"), 200), "no module is in the timeline"
    assert "stages ran" in b.run("document.getElementById('cards').textContent")
    # The slowest first; filtering; sorting by name.
    slow = "[...document.querySelectorAll('#slow tbody tr')].map(r => r.cells[0].textContent)"
    assert b.run(slow)[0].startswith("module libs/x/xm.py"), b.run(slow)
    b.run("document.getElementById('filter').value = 'ym.py'; document.getElementById('filter').dispatchEvent(new Event('input'))")
    assert all("ym.py" in row for row in b.run(slow)) and len(b.run(slow)) == 1
    b.run("document.getElementById('filter').value = ''; document.getElementById('filter').dispatchEvent(new Event('input'))")
    b.run("document.querySelector('#slow th button').click()")
    assert b.run("document.querySelector('#slow th').getAttribute('aria-sort')") == "descending"
    # The timeline by keys.
    b.run("document.getElementById('timeline').focus()")
    b.press("n")
    assert b.facts()["run"] != ""
    assert "of work" in b.run("document.getElementById('run').textContent")
    before = b.run("span.to - span.from")
    b.press("+")
    assert b.run("span.to - span.from") < before
    # The sizes: parts add up to the file, keys go in and out.
    artifact = b.run("data.artifacts.map(a => [a.label, a.size])")
    assert [a[0] for a in artifact] == ["//apps/a:a", "//apps/b:b", "//apps/c:c"]
    assert b.run("whole.size") == artifact[0][1] == os.path.getsize(d + "/w/out/linux-x86_64/apps/a/a")
    assert b.run("partsOf(whole).reduce((t, p) => t + p.size, 0)") == artifact[0][1]
    b.run("document.getElementById('treemap').focus()")
    top = b.facts()["part"]
    b.press("ArrowRight")
    b.press("Enter", code="Enter", windowsVirtualKeyCode=13)
    b.settle()
    assert b.facts()["part"] != top and int(b.facts()["tiles"]) > 1, b.facts()
    b.press("Backspace")
    assert b.facts()["part"] == top
    b.run("document.getElementById('measure').value = 'memory'; document.getElementById('measure').dispatchEvent(new Event('change'))")
    assert b.run("whole.size") > artifact[0][1]
    assert not [t for t in b.run("tiles.map(t => [t.x, t.y, t.w, t.h])") if t[2] < 0 or t[3] < 0]
    b.check_quiet()


def test_report_of_little(b, d):
    """Nothing built yet, a damaged trace, an app that fails."""
    small(d)
    page = d + "/report.html"
    py2(d, "report", "--html", page)
    check_page(b, page)
    assert b.facts()["artifacts"] == "0"
    assert "build first" in b.run("document.body.textContent")
    write(d + "/w/apps/c/main.py", "syntax error\n")
    py2(d, "build", "-k", code=1)
    py2(d, "report", "--html", page)
    b.open(page)
    assert b.facts()["artifacts"] == "2", b.facts()
    assert "failed" in b.run("document.getElementById('slow').textContent"), b.run("document.getElementById('slow').textContent")
    write(d + "/w/.py2/last.trace.json", '{"traceEvents": [</script>')
    py2(d, "report", "--html", page)
    b.open(page)
    assert b.facts()["artifacts"] == "2" and b.facts()["runs"] == "0"
    b.check_quiet()


def main():
    if not shutil.which("chromium"):
        print("skipped: chromium is missing")
        return 77
    bad = count = 0
    profile = tempfile.mkdtemp(prefix="py2-chromium-")
    browser = Browser(profile)
    try:
        for name, test in list(globals().items()):
            if not name.startswith("test_") or (sys.argv[2:] and not any(word in name for word in sys.argv[2:])):
                continue
            top = tempfile.mkdtemp(prefix="py2-pages-")
            count += 1
            try:
                test(browser, top)
            except AssertionError as e:
                bad += 1
                print(f"FAILED {name}: line {e.__traceback__.tb_next.tb_lineno}: {e}")
            finally:
                shutil.rmtree(top, ignore_errors=True)
    finally:
        browser.close()
        shutil.rmtree(profile, ignore_errors=True)
    print(f"{count} tests of pages, {bad} failed")
    return 1 if bad or not count else 0


sys.exit(main())
