"""The remote cache: two "machines" (workspaces with caches of their own) that share a server, and servers that fail in every
way. Whatever the server does, the build succeeds and gives the bytes of a build without it."""

import os
import pathlib
import re
import shutil
import socket
import subprocess
import tempfile

from remote import http_cache

MODULES = 24


class Machine:
    def __init__(self, context, folder):
        self.py2 = context.build / "py2_standin"
        self.folder = pathlib.Path(folder)
        self.work = self.folder / "w"
        self.work.mkdir(parents=True)
        (self.work / "build.py2").write_text('workspace { name = "w", targets = { "linux-x86_64" } }\napp { name = "a", main = "main.py" }\n')
        (self.work / "main.py").write_text("".join(f"import m{i}\n" for i in range(MODULES)))
        for i in range(MODULES):
            (self.work / f"m{i}.py").write_text(f"x = {i}\nbig {i % 4 * 3}\n")
        self.output = self.work / "out" / "linux-x86_64" / "a"

    def build(self, *flags, command="build"):
        done = subprocess.run([self.py2, command, *flags], cwd=self.work, capture_output=True, text=True, errors="replace", timeout=120,
                              env={"PATH": os.environ["PATH"], "PY2_CACHE_DIR": str(self.folder / "cache")})
        self.error, self.code = done.stderr, done.returncode
        counts = re.search(r"stages: (\d+) ran, (\d+) from the cache(?: \((\d+) remote\))?", done.stderr)
        self.ran, self.cached, self.remote = (int(n or 0) for n in counts.groups()) if counts else (0, 0, 0)
        self.warnings = re.findall(r"warning\[(\w+)\]", done.stderr)
        return self

    def bytes(self):
        return self.output.read_bytes() if self.output.exists() else None


class Tests:
    """One temporary folder, the bytes of a build without a remote, and a fresh machine whenever one is wanted."""

    def __init__(self, context, result, folder):
        self.context, self.result, self.folder = context, result, folder
        self.count = 0
        self.expected = self.machine().build().bytes()

    def machine(self):
        self.count += 1
        return Machine(self.context, f"{self.folder}/{self.count}")

    def check(self, name, problems):
        if self.context.only and self.context.only not in f"remote {name}":
            return
        if problems:
            self.result.fail(f"remote {name}", "\n".join(f"  {p}" for p in problems))
        else:
            self.result.ok(f"remote {name}")

    def good(self, m, warnings=(), ran=None, remote=None):
        """What is wrong about a build that must have succeeded."""
        problems = []
        if m.code or m.bytes() != self.expected:
            problems.append(f"exit code {m.code}, {'right' if m.bytes() == self.expected else 'other'} bytes: {m.error}")
        if list(warnings) != m.warnings:
            problems.append(f"warnings {m.warnings}, expected {list(warnings)}: {m.error}")
        if remote is not None and m.remote != remote:
            problems.append(f"{m.remote} stages from the remote, expected {remote}: {m.error}")
        return problems


def sharing(t):
    with http_cache.Cache() as cache:
        problems = t.good(t.machine().build("--remote", cache.url), remote=0)
        stored = dict(cache.blobs)
        second = t.machine().build("--remote", cache.url)
        problems += t.good(second, remote=MODULES + 2)
        if cache.blobs != stored:
            problems.append("a build that only read has changed the cache")
        before = len(cache.requests)
        shutil.rmtree(second.work / "out")
        problems += t.good(second.build("--remote", cache.url))
        if len(cache.requests) != before:
            problems.append("what is known here was asked for")
        t.check("shares results", problems)
        cache.blobs.clear()
        problems = t.good(t.machine().build("--remote", cache.url, "--remote-upload=no"))
        t.check("uploads nothing with --remote-upload=no", problems + [f"stored {p}" for p in cache.blobs])


def recipe_settings(t):
    with http_cache.Cache() as cache:
        cache.token = "s3cret"
        for fill in (True, False):
            m = t.machine()
            (m.work / "token").write_text("s3cret\n")
            recipe = (m.work / "build.py2").read_text()
            remote = f'remote = {{ url = "{cache.url}/some/prefix/", token_file = "token", headers = {{ "X-A: b" }}, timeout = 5 }}'
            (m.work / "build.py2").write_text(recipe.replace('name = "w",', f'name = "w", {remote},'))
            problems = t.good(m.build(), remote=0 if fill else MODULES + 2)
        if not all(path.startswith("/some/prefix/") for _, path in cache.requests):
            problems.append(f"asked for {cache.requests[0]}")
        t.check("takes its settings from the recipe", problems)
        before = len(cache.requests)
        shutil.rmtree(m.folder / "cache")
        shutil.rmtree(m.work / ".py2")
        shutil.rmtree(m.work / "out")
        m.build("--remote=")
        problems = t.good(m) + (["the remote was asked"] if len(cache.requests) != before or not m.ran else [])
        t.check("can be turned off", problems)
        problems = t.good(t.machine().build("--remote", cache.url), warnings=["PY2E0501"])
        t.check("refuses without the token", problems)


def wrong_settings(t):
    problems = []
    for flags, words in ((["--remote", "ftp://x"], "is not a remote"), (["--remote", "http://"], "is not a remote"),
                         (["--remote", "http://x", "--remote-option", "tokn_file=x"], "did you mean 'token_file'"),
                         (["--remote", "http://x", "--remote-option", "token_file=/nonexistent"], "cannot be read"),
                         (["--remote", "http://x", "--remote-option", "timeout=soon"], "number of seconds"),
                         (["--remote", "http://x", "--remote-option", "headers=a\nb: c"], "Name: value"),
                         (["--remote", "http://x", "--remote-option", "upload"], "NAME=VALUE"),
                         (["--remote", "http://x", "--remote-upload=maybe"], "one of yes/no")):
        m = t.machine().build(*flags)
        if m.code != 2 or words not in m.error:
            problems.append(f"{flags}: exit code {m.code}: {m.error}")
    t.check("refuses wrong settings", problems)


def fault(t, name, broken, warnings=(), flags=(), filled=True, remote=None):
    """A second machine builds while the server fails."""
    with http_cache.Cache() as cache:
        if filled:
            t.machine().build("--remote", cache.url)
        cache.requests.clear()
        cache.fault = broken
        m = t.machine().build("--remote", cache.url, "--remote-option", "timeout=1", *flags)
        t.check(name, t.good(m, warnings=warnings, remote=remote))
        return cache


def evicted(t):
    with http_cache.Cache() as cache:
        t.machine().build("--remote", cache.url)
        for path in list(cache.blobs):
            if path.startswith("/cas/"):
                del cache.blobs[path]
        t.check("blobs were evicted", t.good(t.machine().build("--remote", cache.url)))


def lying(t):
    """A record that names another output than the stage gives, whose blob is not there: the stage has to be run after all."""
    def lie(data):
        at = data.find(b"py2ac1\n")
        size = data[at + 8:at + 10]
        return data[:at + 10] + b"\x55" * 32 + data[at + 42:] if at >= 0 and size[1] < 128 and size[0] >= 128 else data
    fault(t, "records that lie", http_cache.changed("ac", lie), warnings=["PY2E0503"], flags=["-j1"])


def nobody(t):
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        for scheme in ("http", "grpc"):
            m = t.machine().build("--remote", f"{scheme}://127.0.0.1:{s.getsockname()[1]}")
            t.check(f"nobody listens ({scheme})", t.good(m, warnings=["PY2E0501"]))


def killed(t):
    """The server goes in the middle of a build, at several moments."""
    for after in (3, 10, 20):
        fault(t, f"server resets from request {after} on", http_cache.resetting(after), warnings=["PY2E0501"])


def faults(t):
    wrong, gone = ["PY2E0503"], ["PY2E0501"]
    fault(t, "503 for a while", http_cache.status(503, last=3), remote=MODULES + 2)
    fault(t, "503 for ever", http_cache.status(503), warnings=gone, remote=0)
    fault(t, "403 for everything", http_cache.status(403), warnings=gone)
    fault(t, "403 for uploads", http_cache.status(403, command="PUT"), warnings=wrong, filled=False)
    fault(t, "507 for uploads", http_cache.status(507, command="PUT"), warnings=gone, filled=False)
    fault(t, "a redirect is not followed", http_cache.status(302), warnings=wrong + gone)
    fault(t, "corrupt blobs", http_cache.changed("cas", flipped := http_cache.flipped), warnings=wrong)
    fault(t, "blobs that are cut off", http_cache.changed("cas", lambda data: data[:-1]), warnings=wrong)
    fault(t, "larger blobs than asked for", http_cache.changed("cas", lambda data: data + b"x"), warnings=wrong)
    fault(t, "garbage for records", http_cache.changed("ac", lambda data: b"\xff" * 50), warnings=wrong + gone)
    fault(t, "empty records", http_cache.changed("ac", lambda data: b""))
    fault(t, "corrupt records", http_cache.changed("ac", lambda data: data[:len(data) // 2]), warnings=wrong + gone)
    fault(t, "answers that are cut off", http_cache.cut_off, warnings=gone)
    for header in (True, False):
        cache = fault(t, f"{'headers' if header else 'a body'} without an end", http_cache.endless(header), warnings=wrong + gone)
        t.check(f"{'headers' if header else 'a body'} without an end: not taken", [] if getattr(cache, "stopped_at", 1 << 30) < 10000 else ["all was read"])
    fault(t, "a compression bomb", lambda handler, *rest: handler.path.startswith("/cas/") and handler.command == "GET" and http_cache.bomb(handler, *rest), warnings=wrong)
    fault(t, "a silent server", http_cache.silent, warnings=gone)
    fault(t, "a dripping server", http_cache.dripping, warnings=gone)


def certificates(folder):
    """An authority, a server's certificate for 127.0.0.1, a client's; and an authority nobody knows."""
    def openssl(*arguments):
        subprocess.run(["openssl", *arguments], cwd=folder, check=True, capture_output=True)
    for name in ("ca", "other"):
        openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", f"{name}.key", "-out", f"{name}.pem", "-subj", f"/CN={name}", "-days", "2")
    for name, extension in (("server", "subjectAltName=IP:127.0.0.1"), ("client", "extendedKeyUsage=clientAuth"), ("elsewhere", "subjectAltName=DNS:elsewhere.example")):
        (folder / f"{name}.ext").write_text(extension + "\n")
        openssl("req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", f"{name}.key", "-out", f"{name}.csr", "-subj", f"/CN={name}")
        openssl("x509", "-req", "-in", f"{name}.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-out", f"{name}.pem", "-extfile", f"{name}.ext", "-days", "2")


def tls(t):
    if not shutil.which("openssl"):
        return t.result.skip("remote TLS", "openssl is missing")
    folder = pathlib.Path(t.folder) / "certificates"
    folder.mkdir()
    certificates(folder)
    ca, server = ["--remote-option", f"ca={folder}/ca.pem"], (folder / "server.pem", folder / "server.key")
    client = ["--remote-option", f"cert={folder}/client.pem", "--remote-option", f"key={folder}/client.key"]
    with http_cache.Cache(server) as cache:
        t.machine().build("--remote", cache.url, *ca)
        t.check("TLS", t.good(t.machine().build("--remote", cache.url, *ca), remote=MODULES + 2))
        t.check("TLS with an authority nobody knows", t.good(t.machine().build("--remote", cache.url), warnings=["PY2E0501"]))
        t.check("TLS with another authority", t.good(t.machine().build("--remote", cache.url, "--remote-option", f"ca={folder}/other.pem"), warnings=["PY2E0501"]))
    with http_cache.Cache((folder / "elsewhere.pem", folder / "elsewhere.key")) as cache:
        t.check("TLS with another host's certificate", t.good(t.machine().build("--remote", cache.url, *ca), warnings=["PY2E0501"]))
    with http_cache.Cache(server, folder / "ca.pem") as cache:
        t.machine().build("--remote", cache.url, *ca, *client)
        t.check("mutual TLS", t.good(t.machine().build("--remote", cache.url, *ca, *client), remote=MODULES + 2))
        t.check("mutual TLS without a certificate", t.good(t.machine().build("--remote", cache.url, *ca), warnings=["PY2E0501"]))
    return None


def run(context, result):
    if not (context.build / "py2-remote").exists() or not (context.build / "py2_standin").exists():
        return result.skip("remote", "py2 was built without its network client")
    with tempfile.TemporaryDirectory(prefix="py2-remote-") as folder:
        t = Tests(context, result, folder)
        for part in (sharing, recipe_settings, wrong_settings, nobody, killed, evicted, lying, faults, tls):
            part(t)
    return None
