"""The remote cache: two "machines" (workspaces with caches of their own) that share a server, and servers that fail in every
way. Whatever the server does, the build succeeds and gives the bytes of a build without it."""

import hashlib
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor

from remote import http2, http_cache, reapi_server
from remote.reapi_server import write

MODULES = 24
ALL = MODULES + 2  # stages that are shared: the modules, the main module, the executable


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
        self.lock = threading.Lock()
        self.pool = ThreadPoolExecutor(3)
        self.later = []
        self.expected = self.machine().build().bytes()

    def machine(self):
        with self.lock:
            self.count += 1
            return Machine(self.context, f"{self.folder}/{self.count}")

    def submit(self, function, *arguments, **named):
        """Most of the time is spent waiting: tests of faults run beside each other."""
        self.later.append(self.pool.submit(function, *arguments, **named))

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
        if "Sanitizer" in m.error or "runtime error" in m.error:
            problems.append(m.error)
        if warnings is not None and list(warnings) != m.warnings:
            problems.append(f"warnings {m.warnings}, expected {list(warnings)}: {m.error}")
        if remote is not None and m.remote != remote:
            problems.append(f"{m.remote} stages from the remote, expected {remote}: {m.error}")
        return problems


def sharing(t):
    with http_cache.Cache() as cache:
        problems = t.good(t.machine().build("--remote", cache.url), remote=0)
        stored = dict(cache.blobs)
        second = t.machine().build("--remote", cache.url)
        problems += t.good(second, remote=ALL)
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


def variants(t):
    """Many states of the same sources, with a server that never changes what it has."""
    def frozen(handler, number, body):
        if handler.command == "PUT" and handler.path in handler.server.cache.blobs:
            handler.answer(204)
            return True
        return False

    def edit(m, i):
        (m.work / "m3.py").write_text(f"variant = {i}\n")
        (m.work / "m5.py").write_text(f"other = {i % 3}\n")
        return m
    with http_cache.Cache() as cache:
        cache.fault = frozen
        for i in range(20):
            m = edit(t.machine(), i)
            m.build("--remote", cache.url)
        problems = []
        for i in (0, 7, 19):
            m = edit(t.machine(), i).build("--remote", cache.url)
            if m.remote != ALL or m.code:
                problems.append(f"variant {i}: {m.error}")
        t.check("shares many states of one file", problems)


def recipe_settings(t):
    with http_cache.Cache() as cache:
        cache.token = "s3cret"
        for fill in (True, False):
            m = t.machine()
            (m.work / "token").write_text("s3cret\n")
            recipe = (m.work / "build.py2").read_text()
            remote = f'remote = {{ url = "{cache.url}/some/prefix/", token_file = "token", headers = {{ "X-A: b" }}, timeout = 5 }}'
            (m.work / "build.py2").write_text(recipe.replace('name = "w",', f'name = "w", {remote},'))
            problems = t.good(m.build(), remote=0 if fill else ALL)
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


def client(t):
    """Where py2 looks for its network client, and that a build can be stopped while it waits for one."""
    folder = pathlib.Path(t.folder) / "installed"
    (folder / "bin").mkdir(parents=True)
    shutil.copy(t.context.build / "py2_standin", folder / "bin" / "py2")
    m = t.machine()
    m.py2 = folder / "bin" / "py2"
    m.build("--remote", "http://127.0.0.1:1")
    t.check("without a client it says so", [] if m.code == 2 and "no network client" in m.error else [f"exit code {m.code}: {m.error}"])
    (folder / "libexec" / "py2").mkdir(parents=True)
    shutil.copy(t.context.build / "py2-remote", folder / "libexec" / "py2" / "py2-remote")
    with http_cache.Cache() as cache:
        m.build("--remote", cache.url)
        t.check("the client is found in libexec", t.good(m) + ([] if cache.requests else ["it was not asked"]))
        cache.fault = http_cache.silent
        m = t.machine()
        building = subprocess.Popen([m.py2, "build", "--remote", cache.url], cwd=m.work, stderr=subprocess.PIPE, text=True,
                                    env={"PATH": os.environ["PATH"], "PY2_CACHE_DIR": str(m.folder / "cache")})
        time.sleep(0.7)
        began = time.monotonic()
        building.send_signal(signal.SIGINT)
        error = building.communicate(timeout=60)[1]
        seconds = time.monotonic() - began
        t.check("an interrupted build does not wait", [] if building.returncode == 130 and seconds < 3 else [f"exit code {building.returncode} after {seconds:.1f} s: {error}"])


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
        at = data.find(b"py2ac2\n")
        traces = bytearray(data[at + 71:])
        if at < 0 or traces[1] < 128 or traces[2] >= 128:
            return data
        end = len(data) if len(data) - at < 128 else at + varint_before(data, at)
        traces = bytearray(data[at + 71:end])
        traces[3:35] = b"\x55" * 32
        return data[:at + 39] + hashlib.sha256(traces).digest() + bytes(traces) + data[end:]
    fault(t, "records that lie", http_cache.changed("ac", lie), warnings=["PY2E0503"], flags=["-j1"])


def varint_before(data, at):
    """The length of the field that begins at `at`."""
    for n in range(1, 6):
        length = shift = 0
        for byte in data[at - n:at]:
            length |= (byte & 127) << shift
            shift += 7
        if data[at - 1] < 128 and all(b >= 128 for b in data[at - n:at - 1]) and data[at - n - 1] < 128:
            return length
    raise ValueError("no length")


def mixed_up(t):
    """A record that is whole, and of another key: nothing of it may be believed, or stay in the local cache."""
    kept = []

    def another(data):
        kept.append(data)
        return kept[0]
    fault(t, "records of another key", http_cache.changed("ac", another))
    flips = iter(range(1 << 30))

    def flipped(data):
        at = (next(flips) * 37 + 11) % len(data)
        return data[:at] + bytes([data[at] ^ 1]) + data[at + 1:]
    fault(t, "records with a flipped bit", http_cache.changed("ac", flipped), warnings=None)


def nobody(t):
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        for scheme in ("http", "grpc"):
            m = t.machine().build("--remote", f"{scheme}://127.0.0.1:{s.getsockname()[1]}")
            t.check(f"nobody listens ({scheme})", t.good(m, warnings=["PY2E0501"]))


def killed(t):
    """The server goes in the middle of a build, at several moments."""
    for after in (3, 10, 20):
        t.submit(fault, t, f"server resets from request {after} on", http_cache.resetting(after), warnings=["PY2E0501"])


def without_end(t, header):
    name = f"{'headers' if header else 'a body'} without an end"
    cache = fault(t, name, http_cache.endless(header), warnings=["PY2E0503", "PY2E0501"])
    t.check(f"{name}: not taken", [] if getattr(cache, "stopped_at", 1 << 30) < 10000 else ["all was read"])


def faults(t):
    wrong, gone = ["PY2E0503"], ["PY2E0501"]
    t.submit(fault, t, "503 for a while", http_cache.status(503, last=3), remote=ALL)
    t.submit(fault, t, "503 for ever", http_cache.status(503), warnings=gone, remote=0)
    t.submit(fault, t, "403 for everything", http_cache.status(403), warnings=gone)
    t.submit(fault, t, "403 for uploads", http_cache.status(403, command="PUT"), warnings=wrong, filled=False)
    t.submit(fault, t, "507 for uploads", http_cache.status(507, command="PUT"), warnings=gone, filled=False)
    t.submit(fault, t, "a redirect is not followed", http_cache.status(302), warnings=wrong + gone)
    t.submit(fault, t, "corrupt blobs", http_cache.changed("cas", http_cache.flipped), warnings=wrong)
    t.submit(fault, t, "blobs that are cut off", http_cache.changed("cas", lambda data: data[:-1]), warnings=wrong)
    t.submit(fault, t, "larger blobs than asked for", http_cache.changed("cas", lambda data: data + b"x"), warnings=wrong)
    t.submit(fault, t, "garbage for records", http_cache.changed("ac", lambda data: b"\xff" * 50), warnings=wrong + gone)
    t.submit(fault, t, "empty records", http_cache.changed("ac", lambda data: b""))
    t.submit(fault, t, "corrupt records", http_cache.changed("ac", lambda data: data[:len(data) // 2]), warnings=wrong + gone)
    t.submit(fault, t, "answers that are cut off", http_cache.cut_off, warnings=gone)
    for header in (True, False):
        t.submit(without_end, t, header)
    t.submit(fault, t, "a compression bomb", lambda handler, *rest: handler.path.startswith("/cas/") and handler.command == "GET" and http_cache.bomb(handler, *rest), warnings=wrong)
    t.submit(fault, t, "a silent server", http_cache.silent, warnings=gone)
    t.submit(fault, t, "a dripping server", http_cache.dripping, warnings=gone)


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
    elsewhere, gone = (folder / "elsewhere.pem", folder / "elsewhere.key"), ["PY2E0501"]
    for kind, new in (("", lambda *a: http_cache.Cache(*a)), (" gRPC", lambda *a: reapi_server.Cache(certificate=a[0], authority=a[1] if a[1:] else None))):
        with new(server) as cache:
            t.machine().build("--remote", cache.url, *ca)
            t.check(f"TLS{kind}", t.good(t.machine().build("--remote", cache.url, *ca), remote=ALL))
            t.check(f"TLS{kind} with an authority nobody knows", t.good(t.machine().build("--remote", cache.url), warnings=gone))
            t.check(f"TLS{kind} with another authority", t.good(t.machine().build("--remote", cache.url, "--remote-option", f"ca={folder}/other.pem"), warnings=gone))
            t.check(f"TLS{kind} with garbage for an authority", t.good(t.machine().build("--remote", cache.url, "--remote-option", f"ca={folder}/server.ext"), warnings=gone))
            plain = cache.url.replace("grpcs:", "grpc:").replace("https:", "http:")
            t.check(f"TLS{kind} spoken to in the clear", t.good(t.machine().build("--remote", plain), warnings=gone))
        with new(elsewhere) as cache:
            t.check(f"TLS{kind} with another host's certificate", t.good(t.machine().build("--remote", cache.url, *ca), warnings=gone))
        with new(server, folder / "ca.pem") as cache:
            t.machine().build("--remote", cache.url, *ca, *client)
            t.check(f"mutual TLS{kind}", t.good(t.machine().build("--remote", cache.url, *ca, *client), remote=ALL))
            t.check(f"mutual TLS{kind} without a certificate", t.good(t.machine().build("--remote", cache.url, *ca), warnings=gone))
    with reapi_server.Cache(certificate=server, protocol="http/1.1") as cache:
        t.check("TLS gRPC without HTTP/2", t.good(t.machine().build("--remote", cache.url, *ca), warnings=gone))
    return None


# ---- the Remote Execution API ----


def grpc_sharing(t):
    kinds = {"": {}, " with an instance name": {"instance": "a/b"}, " with small batches": {"batch": 20000}, " without batch reads": {"batch_reads": False},
             " with compressed streams": {"batch": 20000, "zstd": True}}
    for name, settings in kinds.items():
        if settings.get("zstd") and not shutil.which("zstd"):
            t.result.skip(f"remote gRPC{name}", "zstd is missing")
            continue
        with reapi_server.Cache(**settings) as cache:
            flags = ["--remote", cache.url, *(["--remote-option", f"instance={cache.instance}"] if cache.instance else [])]
            problems = t.good(t.machine().build(*flags), remote=0)
            if len(cache.actions) != ALL:
                problems.append(f"{len(cache.actions)} actions are stored")
            if bool(settings.get("batch")) != ("Write" in cache.calls):
                problems.append(f"calls: {sorted(set(cache.calls))}")
            second = t.machine().build(*flags)
            problems += t.good(second, remote=ALL)
            if (second.work / "out").exists() and cache.batch and "Read" not in cache.calls:
                problems.append("nothing was streamed back")
            t.check(f"gRPC{name}", problems + cache.problems)
    with reapi_server.Cache() as cache:
        cache.token = "s3cret"
        token = pathlib.Path(t.folder) / "token"
        token.write_text("s3cret\n")
        flags = ["--remote", cache.url, "--remote-option", f"token_file={token}"]
        t.machine().build(*flags)
        t.check("gRPC with a token", t.good(t.machine().build(*flags), remote=ALL))
        t.check("gRPC without the token", t.good(t.machine().build("--remote", cache.url), warnings=["PY2E0501"]))


def ends(status, first=0, last=1 << 30, method=None):
    def fault(cache, call, name, number):
        if not first <= number <= last or method not in (None, name):
            return False
        call.end(status, "no%20luck")
        return True
    return fault


def sends(method, data, status=0):
    """Raw bytes for an answer."""
    def fault(cache, call, name, number):
        if name != method:
            return False
        call.begin()
        call.send(data)
        call.end(status)
        return True
    return fault


def framed(message):
    return b"\0" + len(message).to_bytes(4, "big") + message


def spoiled(cache, call, name, number):
    """Every blob that is read has one bit flipped."""
    if name != "BatchReadBlobs":
        return False
    out = []
    for d in reapi_server.read(next(reapi_server.frames(call.body)))[2]:
        out.append((1, write((1, d), (2, http_cache.flipped(cache.blobs[reapi_server.name_of(d)[0]])))))
    cache.reply(call, write(*out))
    return True


def resets(first, whole=False, goaway=False):
    def fault(cache, call, name, number):
        if number < first:
            return False
        if goaway:
            call.connection.frame(http2.GOAWAY, 0, 0, b"\0\0\0\0\0\0\0\0")
        if whole:
            http_cache.reset(call.connection.request)
        elif not goaway:
            call.reset()
        return True
    return fault


def endless(trailers):
    def fault(cache, call, name, number):
        if name == "GetCapabilities":
            return False
        if trailers:
            call.begin()
            block = http2.encode([("x-filler", "y" * 1000)] * 12)
            call.connection.frame(http2.HEADERS, 0, call.stream, block)
            for _ in range(2000):
                call.connection.frame(http2.CONTINUATION, 0, call.stream, block)
        else:
            call.begin()
            for _ in range(4000):
                call.send(b"z" * 16384)
        return True
    return fault


def garbage(cache, call, name, number):
    """No HTTP/2 at all."""
    call.connection.request.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n" * 50)
    return True


def stalls(first):
    def fault(cache, call, name, number):
        return number >= first
    return fault


def grpc_fault(t, name, broken, warnings=(), remote=None, **settings):
    with reapi_server.Cache(**settings) as cache:
        t.machine().build("--remote", cache.url)
        cache.calls.clear()
        cache.fault = broken
        m = t.machine().build("--remote", cache.url, "--remote-option", "timeout=1")
        t.check(f"gRPC: {name}", t.good(m, warnings=warnings, remote=remote))


def grpc_faults(t):
    wrong, gone = ["PY2E0503"], ["PY2E0501"]
    t.submit(grpc_fault, t, "unavailable for a while", ends(reapi_server.UNAVAILABLE, last=3), remote=ALL)
    t.submit(grpc_fault, t, "unavailable for ever", ends(reapi_server.UNAVAILABLE), warnings=gone)
    t.submit(grpc_fault, t, "unavailable from some moment on", ends(reapi_server.UNAVAILABLE, first=10), warnings=gone)
    t.submit(grpc_fault, t, "no capabilities", ends(reapi_server.UNIMPLEMENTED, method="GetCapabilities"), warnings=gone)
    t.submit(grpc_fault, t, "no SHA-256", sends("GetCapabilities", framed(write((1, write((1, b"\x02")))))), warnings=gone)
    t.submit(grpc_fault, t, "no permission", ends(reapi_server.PERMISSION_DENIED, method="GetActionResult"), warnings=gone)
    t.submit(grpc_fault, t, "blobs were dropped", ends(reapi_server.NOT_FOUND, method="BatchReadBlobs"))
    t.submit(grpc_fault, t, "corrupt blobs", spoiled, warnings=wrong)
    t.submit(grpc_fault, t, "garbage for messages", sends("GetActionResult", framed(b"\xff" * 40)), warnings=wrong + gone)
    t.submit(grpc_fault, t, "no message", sends("GetActionResult", b""), warnings=wrong + gone)
    t.submit(grpc_fault, t, "two messages", sends("GetActionResult", framed(b"") * 2), warnings=wrong + gone)
    t.submit(grpc_fault, t, "a frame that is cut off", sends("GetActionResult", b"\0\0\0\1\0abc"), warnings=wrong + gone)
    t.submit(grpc_fault, t, "a frame of four gigabytes", sends("GetActionResult", b"\0\xff\xff\xff\xffabc"), warnings=wrong + gone)
    t.submit(grpc_fault, t, "a compressed frame", sends("GetActionResult", b"\1\0\0\0\1a"), warnings=wrong + gone)
    t.submit(grpc_fault, t, "a stream of other bytes", sends("Read", framed(write((10, b"x" * 40000)))), batch=20000, warnings=wrong)
    t.submit(grpc_fault, t, "a stream without an end", endless(False), warnings=wrong + gone)
    t.submit(grpc_fault, t, "headers without an end", endless(True), warnings=wrong + gone)
    t.submit(grpc_fault, t, "not HTTP/2", garbage, warnings=gone)
    t.submit(grpc_fault, t, "calls are reset", resets(5), warnings=gone)
    t.submit(grpc_fault, t, "connections are reset", resets(5, whole=True), warnings=gone)
    t.submit(grpc_fault, t, "the server says goodbye", resets(5, goaway=True), warnings=gone)
    t.submit(grpc_fault, t, "the server stops answering", stalls(8), warnings=gone)


def execution(t):
    flags = ["--remote-exec=always"]
    with reapi_server.Cache(exec_enabled=True, batch=1 << 20) as cache:
        first = t.machine().build("--remote", cache.url, *flags)
        problems = t.good(first, remote=0) + cache.problems
        executed = cache.executed
        if executed < MODULES:
            problems.append(f"{executed} actions were executed: {first.error}")
        problems += t.good(t.machine().build("--remote", cache.url), remote=ALL)
        t.check("stages run there, and their results are shared", problems)
        problems = t.good(t.machine().build("--remote", cache.url, "--remote-upload=no", *flags))
        third = t.machine()
        for i in range(MODULES):
            (third.work / f"m{i}.py").write_text(f"x = {i}\nbig {i % 4 * 3}\n# a comment\n")
        problems += t.good(third.build("--remote", cache.url, *flags))
        if cache.executed == executed:
            problems.append("changed sources were not executed")
        t.check("changed sources run there again", problems + cache.problems)
        broken = t.machine()
        (broken.work / "m3.py").write_text("x\nsyntax error\n")
        here = t.machine()
        (here.work / "m3.py").write_text("x\nsyntax error\n")
        shown = [re.sub(r"in [0-9.]+ s", "", m.error.replace("py2: 25 of the stages that ran did so at the remote\n", "")) for m in (broken.build("--remote", cache.url, *flags), here.build())]
        t.check("a stage that fails there says why here", [] if broken.code == 1 and shown[0] == shown[1] else [f"{broken.code}: {shown[0]}", f"expected {shown[1]}"])

    def evicts(cache, call, name, number):
        if name == "Execute" and not evicted:
            evicted.extend(list(cache.blobs))
            cache.blobs.clear()
        return False
    evicted = []
    with reapi_server.Cache(exec_enabled=True) as cache:
        cache.fault = evicts
        m = t.machine().build("--remote", cache.url, "-j1", *flags)
        t.check("inputs that were dropped are put again", t.good(m) + cache.problems + ([] if cache.executed and evicted else ["nothing was executed"]))
    done = write((1, "op"), (3, 1), (5, write((1, "x"), (2, write((1, write((2, write((1, "result"), (2, reapi_server.digest(b"wrong"))))))))))) 
    for name, broken, warnings in (
            ("no execution is offered", None, ["PY2E0503"]),
            ("execution fails", ends(13, method="Execute"), ["PY2E0503"]),
            ("execution is refused", ends(reapi_server.PERMISSION_DENIED, method="Execute"), ["PY2E0503"]),
            ("execution says nothing", sends("Execute", b""), ["PY2E0503"]),
            ("execution gives garbage", sends("Execute", framed(b"\xff" * 20)), ["PY2E0503"]),
            ("the result is not there", sends("Execute", framed(done)), []),
            ("execution breaks off", resets_method("Execute"), ["PY2E0503"])):
        t.submit(execution_fault, t, name, broken, warnings)


def execution_fault(t, name, broken, warnings):
    with reapi_server.Cache(exec_enabled=broken is not None) as cache:
        cache.fault = broken
        t.check(f"execution: {name}", t.good(t.machine().build("--remote", cache.url, "--remote-exec=always"), warnings=warnings))


def resets_method(method):
    def fault(cache, call, name, number):
        if name != method:
            return False
        call.reset()
        return True
    return fault


def hostile_requests(t):
    m = t.machine()
    text = lambda s: bytes([len(s)]) + s
    head = b"py2sq1\n" + text(b"module") + text(b"1") + text(b"m.py")
    wrong = {"nothing": b"", "no request": b"hello", "cut off": head[:-2], "another version": b"py2sq1\n" + text(b"module") + text(b"9") + text(b"m"),
             "an unknown rule": b"py2sq1\n" + text(b"nonesuch") + text(b"1") + text(b"m"), "a leaf": b"py2sq1\n" + text(b"file") + text(b"1") + text(b"m"),
             "an answer without bytes": head + b"\1" + text(b"file") + text(b"m.py") + b"\0" * 64, "an unknown kind": head + b"\7" + text(b"file"),
             "an answer of an unknown rule": head + b"\2" + text(b"nonesuch") + text(b"m.py") + b"\0" * 32}
    problems = []
    for name, data in wrong.items():
        (m.work / "request").write_bytes(data)
        m.build("module", "request", "result", command="stage")
        if m.code not in (1, 2) or "py2: stage:" not in m.error or (m.work / "result").exists():
            problems.append(f"{name}: exit code {m.code}: {m.error}")
    (m.work / "request").write_bytes(head + b"\0")
    m.build("module", "request", "result", command="stage")
    if m.code or (m.work / "result").read_bytes() != b"py2sr1\n\x01" + text(b"file") + text(b"m.py"):
        problems.append(f"a missing answer is not named: {m.error}")
    t.check("py2 stage refuses hostile requests", problems)


# ---- servers that others wrote ----


def others(context, result, prefix, *arguments):
    command = [*prefix, context.oracle, str(context.root / "tests/remote/servers.py"), str(context.build), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=900)
    for line in done.stdout.splitlines():
        name, why = json.loads(line)
        if why is None:
            result.ok(name)
        else:
            result.fail(name, why)
    if done.returncode:
        result.fail(f"remote {arguments[0]}", done.stderr[-3000:])


def nginx(context, result):
    if shutil.which("nginx"):
        others(context, result, [], "nginx")
    else:
        result.skip("remote nginx", "nginx is missing")


def bazel(context, result):
    """The worker is made with --all, in the build directory, and used from then on."""
    place = context.build / "bazel-worker"
    alone = [["unshare", "-n"], ["unshare", "-rn"]][os.geteuid() != 0]
    if not shutil.which("java") or not shutil.which("unshare") or subprocess.run([*alone, "true"], capture_output=True).returncode:
        return result.skip("remote Bazel's worker", "java, or a network namespace, is missing")
    if not (place / "classpath").exists():
        if not context.all:
            return result.skip("remote Bazel's worker", "not made yet; --all makes it")
        made = subprocess.run([str(context.root / "tests/remote/bazel_worker.sh"), str(place)], capture_output=True, text=True, timeout=900)
        if made.returncode:
            return result.skip("remote Bazel's worker", f"cannot be made: {made.stderr.strip()[-200:]}")
    return others(context, result, alone, "bazel", str(place))


def run(context, result):
    if not (context.build / "py2-remote").exists() or not (context.build / "py2_standin").exists():
        return result.skip("remote", "py2 was built without its network client")
    with tempfile.TemporaryDirectory(prefix="py2-remote-") as folder:
        t = Tests(context, result, folder)
        for part in (faults, grpc_faults, killed, execution, sharing, recipe_settings, wrong_settings, client, nobody, variants, evicted, lying, mixed_up, tls, grpc_sharing,
                     hostile_requests):
            part(t)
        for future in t.later:
            future.result()
    if not context.only or context.only in "remote servers":
        nginx(context, result)
        bazel(context, result)
    return None
