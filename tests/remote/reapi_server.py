"""A small server of the Remote Execution API, version 2, for tests: cache, byte streams and execution in a temporary directory.

It reads and writes messages by their numbers in the specification, independently of py2's own code."""

import errno
import hashlib
import os
import pathlib
import re
import ssl
import struct
import subprocess
import tempfile
import threading
import time

from remote import http2
from remote.http2 import varint

OK, NOT_FOUND, PERMISSION_DENIED, FAILED_PRECONDITION, UNIMPLEMENTED, UNAVAILABLE, UNAUTHENTICATED = 0, 5, 7, 9, 12, 14, 16


def read(data):
    """number -> values: integers and bytes."""
    fields, at = {}, 0

    def number():
        nonlocal at
        value = shift = 0
        while True:
            byte = data[at]
            at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value
    while at < len(data):
        tag = number()
        if tag & 7 == 0:
            value = number()
        elif tag & 7 == 2:
            size = number()
            value = data[at:at + size]
            assert len(value) == size
            at += size
        else:
            raise ValueError("a kind that these messages do not have")
        fields.setdefault(tag >> 3, []).append(value)
    return fields


def write(*fields):
    """Pairs of number and value; zero and empty ones are left out."""
    out = b""
    for number, value in fields:
        if isinstance(value, str):
            value = value.encode()
        if isinstance(value, bytes):
            out += varint(number << 3 | 2) + varint(len(value)) + value
        elif value:
            out += varint(number << 3) + varint(value)
    return out


def digest(data):
    return write((1, hashlib.sha256(data).hexdigest()), (2, len(data)))


def name_of(message):
    fields = read(message)
    return fields[1][0].decode(), fields.get(2, [0])[0]


def frames(body):
    while body:
        assert body[0] == 0
        size = struct.unpack(">I", body[1:5])[0]
        yield body[5:5 + size]
        body = body[5 + size:]


class Cache:
    def __init__(self, exec_enabled=False, instance="", batch=0, zstd=False, batch_reads=True, certificate=None, authority=None, protocol="h2"):
        self.blobs, self.actions, self.calls, self.executed = {}, {}, [], 0
        self.exec_enabled, self.instance, self.batch, self.zstd, self.batch_reads = exec_enabled, instance, batch, zstd, batch_reads
        self.fault, self.token = None, None
        self.problems = []
        self.lock = threading.Lock()
        self.server = http2.Server(("127.0.0.1", 0), http2.Connection)
        self.server.answer = self.answer
        if certificate:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(*certificate)
            context.set_alpn_protocols([protocol])
            if authority:
                context.load_verify_locations(authority)
                context.verify_mode = ssl.CERT_REQUIRED
            self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        self.url = f"grpc{'s' if certificate else ''}://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *what):
        self.server.shutdown()
        self.server.server_close()

    def put(self, data):
        self.blobs[hashlib.sha256(data).hexdigest()] = data
        return digest(data)

    # ---- one call ----

    def reply(self, call, *messages):
        call.begin()
        for message in messages:
            call.send(b"\0" + struct.pack(">I", len(message)) + message)
        call.end(OK)

    def answer(self, call):
        method = call.path.rsplit("/", 1)[1]
        with self.lock:
            self.calls.append(method)
            number = len(self.calls)
        if self.token and call.headers.get("authorization") != f"Bearer {self.token}":
            return call.end(UNAUTHENTICATED, "no token")
        if self.fault and self.fault(self, call, method, number):
            return None
        try:
            if not call.headers.get("build.bazel.remote.execution.v2.requestmetadata-bin") or call.headers.get("te") != "trailers":
                self.problems.append(f"{method}: headers {call.headers}")
            requests = list(frames(call.body))
            return getattr(self, method)(call, requests)
        except (AssertionError, KeyError, ValueError, IndexError) as error:
            self.problems.append(f"{method}: {error!r}")
            return call.end(3, "a request that cannot be read")
        except (OSError, subprocess.SubprocessError) as error:  # whatever goes wrong here, nobody is left waiting
            self.problems.append(f"{method}: {error!r}")
            return call.end(13, "the server failed")

    def check_instance(self, fields):
        assert fields.get(1, [b""])[0].decode() == self.instance

    def GetCapabilities(self, call, requests):
        self.check_instance(read(requests[0]))
        compressors = [(6, b"\x01")] if self.zstd else []
        cache = write((1, b"\x01"), (2, write((1, 1))), (4, self.batch), *compressors)
        self.reply(call, write((1, cache), (2, write((1, 1), (2, int(self.exec_enabled))))))

    def GetActionResult(self, call, requests):
        fields = read(requests[0])
        self.check_instance(fields)
        key = name_of(fields[2][0])
        if key not in self.actions:
            return call.end(NOT_FOUND, "no such action")
        return self.reply(call, self.actions[key])

    def UpdateActionResult(self, call, requests):
        fields = read(requests[0])
        self.check_instance(fields)
        result = fields[3][0]
        for file in read(result).get(2, []):  # what it names must be there
            assert name_of(read(file)[2][0])[0] in self.blobs
        self.actions[name_of(fields[2][0])] = result
        self.reply(call, result)

    def FindMissingBlobs(self, call, requests):
        fields = read(requests[0])
        self.check_instance(fields)
        self.reply(call, write(*[(2, d) for d in fields.get(2, []) if name_of(d)[0] not in self.blobs]))

    def BatchUpdateBlobs(self, call, requests):
        assert not self.batch or len(requests[0]) <= self.batch
        fields = read(requests[0])
        self.check_instance(fields)
        out = []
        for request in fields[2]:
            blob = read(request)
            data = blob.get(2, [b""])[0]
            right = name_of(blob[1][0]) == (hashlib.sha256(data).hexdigest(), len(data))
            assert right
            self.put(data)
            out.append((1, write((1, blob[1][0]), (2, write((1, OK))))))
        self.reply(call, write(*out))

    def BatchReadBlobs(self, call, requests):
        if not self.batch_reads:
            return call.end(UNIMPLEMENTED, "not here")
        fields = read(requests[0])
        self.check_instance(fields)
        out = []
        for d in fields.get(2, []):
            data = self.blobs.get(name_of(d)[0])
            out.append((1, write((1, d), (3, write((1, NOT_FOUND)))) if data is None else write((1, d), (2, data))))
        return self.reply(call, write(*reversed(out)))

    def resource(self, name, form):
        match = re.fullmatch(("%s/" % re.escape(self.instance) if self.instance else "") + form + r"(blobs|compressed-blobs/zstd)/([0-9a-f]{64})/(\d+)", name)
        assert match, name
        return match[1] != "blobs", match[2], int(match[3])

    def zstd_run(self, data, *flags):
        return subprocess.run(["zstd", "-q", "-c", *flags], input=data, capture_output=True, check=True).stdout

    def Read(self, call, requests):
        packed, name, size = self.resource(read(requests[0])[1][0].decode(), "")
        if name not in self.blobs:
            return call.end(NOT_FOUND, "no such blob")
        data = self.zstd_run(self.blobs[name]) if packed else self.blobs[name]
        return self.reply(call, *[write((10, data[at:at + 50000])) for at in range(0, len(data), 50000)])

    def Write(self, call, requests):
        data, first = b"", read(requests[0])
        packed, name, size = self.resource(first[1][0].decode(), r"uploads/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/")
        for i, request in enumerate(requests):
            fields = read(request)
            assert fields.get(2, [0])[0] == len(data)
            data += fields.get(10, [b""])[0]
            assert (fields.get(3, [0])[0] == 1) == (i + 1 == len(requests))
        whole = self.zstd_run(data, "-d") if packed else data
        assert (hashlib.sha256(whole).hexdigest(), len(whole)) == (name, size)
        self.put(whole)
        self.reply(call, write((1, len(data))))

    # ---- execution ----

    def Execute(self, call, requests):
        fields = read(requests[0])
        self.check_instance(fields)
        action_name = name_of(fields[6][0])
        wanted = [action_name[0]]
        missing = []
        if wanted[0] in self.blobs:
            action = read(self.blobs[wanted[0]])
            command, root = name_of(action[1][0])[0], name_of(action[2][0])[0]
            wanted += [command, root]
            if root in self.blobs:
                wanted += [name_of(read(f)[2][0])[0] for f in read(self.blobs[root]).get(1, [])]
        missing = [w for w in wanted if w not in self.blobs]
        if missing:
            violations = write(*[(1, write((1, "MISSING"), (2, f"blobs/{m}/1"))) for m in missing])
            detail = write((1, "type.googleapis.com/google.rpc.PreconditionFailure"), (2, violations))
            return self.reply(call, self.operation(write((3, write((1, FAILED_PRECONDITION), (2, "missing"), (3, detail))))))
        result = self.run_command(read(self.blobs[command]), read(self.blobs[root]))
        if not read(result).get(4):
            self.actions[action_name] = result
        return self.reply(call, write((1, "op")), self.operation(write((1, result))))

    def operation(self, response):
        return write((1, "op"), (3, 1), (5, write((1, "type.googleapis.com/build.bazel.remote.execution.v2.ExecuteResponse"), (2, response))))

    def run_once_closed(self, words, folder):
        """While another thread starts a process, that holds a copy of every file that is open for writing here: a program
        that was just written may be busy for a moment."""
        for _ in range(200):
            try:
                return subprocess.run(words, cwd=folder, env={}, capture_output=True, timeout=60)
            except OSError as error:
                if error.errno != errno.ETXTBSY:
                    raise
                time.sleep(0.01)
        raise OSError("the program stays busy")

    def run_command(self, command, root):
        names = [read(f)[1][0].decode() for f in root.get(1, [])]
        assert names == sorted(set(names))
        with tempfile.TemporaryDirectory() as folder:
            for file in root.get(1, []):
                fields = read(file)
                path = pathlib.Path(folder, fields[1][0].decode())
                path.write_bytes(self.blobs[name_of(fields[2][0])[0]])
                path.chmod(0o555 if fields.get(4) else 0o444)
            done = self.run_once_closed([a.decode() for a in command[1]], folder)
            with self.lock:
                self.executed += 1
            outputs = []
            for name in command[7]:
                path = pathlib.Path(folder, name.decode())
                if path.exists():
                    outputs.append((2, write((1, name), (2, self.put(path.read_bytes())))))
            if done.returncode or not outputs:
                self.problems.append(f"{command[1]}: {done.returncode} {done.stderr!r} {sorted(os.listdir(folder))}")
            return write(*outputs, (4, done.returncode), (7, done.stderr))
