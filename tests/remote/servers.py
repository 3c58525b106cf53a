"""The remote cache and execution against servers that others wrote: nginx with WebDAV, and Bazel's reference worker.

servers.py BUILD nginx; servers.py BUILD bazel DIRECTORY (made by bazel_worker.sh). Bazel's worker listens on every address, so
this runs in a network namespace of its own. Prints one JSON line for each test: its name and what is wrong."""

import fcntl
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
import types

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

from groups import remote as group  # noqa: E402
from remote.proxy import Proxy  # noqa: E402


class Lines:
    """A result that is printed."""

    def ok(self, name):
        print(json.dumps([name, None]), flush=True)

    def fail(self, name, why):
        print(json.dumps([name, why]), flush=True)


def loopback_up():
    with socket.socket() as s:
        name = struct.pack("16sH", b"lo", 0x1 | 0x40)  # IFF_UP, IFF_RUNNING
        fcntl.ioctl(s, 0x8914, name)


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def wait_for(port, seconds=60):
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            time.sleep(0.05)
    raise RuntimeError(f"nothing listens on port {port}")


def shares(t, name, url, *flags):
    problems = t.good(t.machine().build("--remote", url, *flags))
    t.check(name, problems + t.good(t.machine().build("--remote", url, *flags), remote=group.ALL))


# ---- nginx ----


def nginx(t):
    folder, port = pathlib.Path(t.folder) / "nginx", free_port()
    for name in ("data", "tmp"):
        (folder / name).mkdir(parents=True)
    user = "user root;" if os.geteuid() == 0 else ""
    (folder / "conf").write_text(f"""{user} worker_processes 1; daemon off; pid {folder}/pid; error_log {folder}/log; events {{}}
http {{ access_log off; client_body_temp_path {folder}/tmp; client_max_body_size 0; server {{ listen 127.0.0.1:{port}; location / {{
root {folder}/data; dav_methods PUT; create_full_put_path on; }} }} }}""")
    server = subprocess.Popen(["nginx", "-p", folder, "-c", folder / "conf"], stderr=subprocess.DEVNULL)
    try:
        wait_for(port)
        url = f"http://127.0.0.1:{port}/py2"
        shares(t, "nginx", url)
        for path in (folder / "data").glob("**/cas/*"):
            path.write_bytes(path.read_bytes()[:-1] + b"!")
        t.check("nginx with corrupt blobs", t.good(t.machine().build("--remote", url), warnings=["PY2E0503"]))
        for path in (folder / "data").glob("**/cas/*"):
            path.unlink()
        t.check("nginx without its blobs", t.good(t.machine().build("--remote", url)))
        with Proxy(port, "slow", 2000) as proxy:
            t.check("nginx, slow", t.good(t.machine().build("--remote", f"http://{proxy.address}/py2"), remote=group.ALL))
    finally:
        server.terminate()
        server.wait()


# ---- Bazel's worker ----


class Worker:
    def __init__(self, folder, place):
        self.folder = pathlib.Path(folder)
        self.grpc, self.http = free_port(), free_port()
        for name in ("work", "cas"):
            (self.folder / name).mkdir(parents=True)
        self.process = subprocess.Popen(["java", "-Xmx512m", "-cp", pathlib.Path(place, "classpath").read_text().strip(),
                                         "com.google.devtools.build.remote.worker.RemoteWorker", f"--work_path={self.folder}/work",
                                         f"--cas_path={self.folder}/cas", f"--listen_port={self.grpc}", f"--http_listen_port={self.http}"],
                                        stdout=subprocess.DEVNULL, stderr=(self.folder / "log").open("wb"))
        wait_for(self.grpc)
        wait_for(self.http)

    def end(self):
        self.process.kill()
        self.process.wait()


def speed(t, name, url):
    """A whole rebuild from the remote, each output in a blob of its own that is fetched."""
    number = 3000
    for size, what in ((0, "small outputs"), (6, "outputs of 6 KiB")):
        m = t.machine()
        (m.work / "main.py").write_text("".join(f"import m{i}\n" for i in range(number)))
        for i in range(number):
            (m.work / f"m{i}.py").write_text(f"x = {i}{size}\n" + (f"big {size}\n" if size else ""))
        rates = []
        for _ in range(4):
            for gone in ("cache", "w/.py2", "w/out"):
                shutil.rmtree(m.folder / gone, ignore_errors=True)
            began = time.monotonic()
            m.build("--remote", url)
            if m.remote == number + 2:
                # linking them needs their bytes, so that the executable is made anew here
                rates.append(m.remote / (time.monotonic() - began))
        print(f"{name}, {what}: {max(rates or [0]):.0f} stages a second of {number} (best of {len(rates)})", file=sys.stderr)


def bazel(t, place):
    loopback_up()
    worker = Worker(pathlib.Path(t.folder) / "worker", place)
    try:
        grpc, http = f"grpc://127.0.0.1:{worker.grpc}", f"http://127.0.0.1:{worker.http}"
        shares(t, "Bazel's worker, gRPC", grpc)
        m = t.machine().build("--remote", grpc, "--remote-exec=always")
        (m.work / "m1.py").write_text("x = 1\nbig 40\n")
        m.build("--remote", grpc, "--remote-exec=always")
        here = t.machine()
        (here.work / "m1.py").write_text("x = 1\nbig 40\n")
        executed = re.search(r"(\d+) of the stages that ran did so at the remote", m.error)
        t.check("Bazel's worker executes", [] if executed and m.bytes() == here.build().bytes() else [m.error])
        for mode, after, warnings in (("reset", 3000, 1), ("close", 3000, 1), ("stall", 3000, 1), ("flip", 3000, 1), ("slow", 0, 0)):
            with Proxy(worker.grpc, mode, after) as proxy:
                m = t.machine().build("--remote", f"grpc://{proxy.address}", "--remote-option", "timeout=1")
                t.check(f"Bazel's worker behind a proxy: {mode}", t.good(m, warnings=m.warnings) + ([] if bool(m.warnings) == bool(warnings) else [m.error]))
        if "--speed" in sys.argv:
            speed(t, "gRPC", grpc)
            speed(t, "HTTP", http)
        for path in worker.folder.glob("cas/**/*"):
            if path.is_file() and path.stat().st_size > 3000:
                path.write_bytes(b"!" + path.read_bytes()[1:])
        t.check("Bazel's worker with corrupt blobs", t.good(t.machine().build("--remote", grpc), warnings=["PY2E0503"]))
        shares(t, "Bazel's worker, HTTP", http)
        m = t.machine()
        for i in range(group.MODULES):
            (m.work / f"m{i}.py").write_text(f"slow 100\nx = {i}\n")
        here = t.machine()
        for i in range(group.MODULES):
            (here.work / f"m{i}.py").write_text(f"slow 100\nx = {i}\n")
        expected = here.build().bytes()
        building = subprocess.Popen([m.py2, "build", "--remote", grpc], cwd=m.work, stderr=subprocess.PIPE, text=True,
                                    env={"PATH": os.environ["PATH"], "PY2_CACHE_DIR": str(m.folder / "cache")})
        time.sleep(0.4)
        worker.process.send_signal(signal.SIGKILL)
        error = building.communicate(timeout=60)[1]
        t.check("Bazel's worker is killed", [] if not building.returncode and m.bytes() == expected and error.count("warning[PY2E0501]") == 1 else [error])
    finally:
        worker.end()


def main():
    build, what = pathlib.Path(sys.argv[1]), sys.argv[2]
    context = types.SimpleNamespace(build=build, only="")
    with tempfile.TemporaryDirectory(prefix="py2-servers-") as folder:
        t = group.Tests(context, Lines(), folder)
        nginx(t) if what == "nginx" else bazel(t, sys.argv[3])


if __name__ == "__main__":
    main()
