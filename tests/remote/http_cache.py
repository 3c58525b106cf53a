"""A plain HTTP cache with faults, for tests. Stores what is PUT below /cas and /ac; `fault` may take over any answer."""

import http.server
import socket
import ssl
import struct
import threading
import time


def reset(connection):
    """Closes with RST instead of FIN."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.close()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = -1

    def log_message(self, *arguments):
        pass

    def answer(self, status, body=b"", headers=()):
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
        self.wfile.flush()

    def body(self):
        return self.rfile.read(int(self.headers.get("Content-Length", 0)))

    def serve(self):
        cache = self.server.cache
        body = self.body() if self.command == "PUT" else b""
        with cache.lock:
            cache.requests.append((self.command, self.path))
            number = len(cache.requests)
        if cache.token and self.headers.get("Authorization") != f"Bearer {cache.token}":
            return self.answer(401)
        if cache.fault and cache.fault(self, number, body):
            return None
        if self.command == "PUT":
            cache.blobs[self.path] = body
            return self.answer(201)
        if self.path in cache.blobs:
            return self.answer(200, cache.blobs[self.path])
        return self.answer(404)

    do_GET = do_PUT = serve

    def handle(self):
        try:
            super().handle()
        except OSError:
            pass


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256

    def handle_error(self, request, client_address):
        pass


class Cache:
    def __init__(self, certificate=None, authority=None):
        self.blobs = {}
        self.requests = []
        self.token = None
        self.fault = None
        self.lock = threading.Lock()
        self.server = Server(("127.0.0.1", 0), Handler)
        self.server.cache = self
        if certificate:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(*certificate)
            if authority:
                context.load_verify_locations(authority)
                context.verify_mode = ssl.CERT_REQUIRED
            self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        self.url = f"http{'s' if certificate else ''}://127.0.0.1:{self.server.server_address[1]}"
        self.thread = threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        self.thread.start()

    def __enter__(self):
        return self

    def __exit__(self, *what):
        self.server.shutdown()
        self.server.server_close()


# ---- faults: fault(handler, number of the request, body) -> True when it has answered ----


def status(code, first=0, last=1 << 30, command=None):
    def fault(handler, number, body):
        if first <= number <= last and command in (None, handler.command):
            handler.answer(code)
            return True
        return False
    return fault


def changed(kind, change):
    """Answers a GET below /kind with what `change` makes of the bytes."""
    def fault(handler, number, body):
        there = handler.server.cache.blobs.get(handler.path)
        if handler.command != "GET" or not handler.path.startswith(f"/{kind}/") or there is None:
            return False
        handler.answer(200, change(there))
        return True
    return fault


def flipped(data):
    return data[:len(data) // 2] + bytes([data[len(data) // 2] ^ 1]) + data[len(data) // 2 + 1:]


def cut_off(handler, number, body):
    """Promises more than it sends, then closes."""
    handler.send_response(200)
    handler.send_header("Content-Length", "100000")
    handler.end_headers()
    handler.wfile.write(b"x" * 100)
    handler.wfile.flush()
    handler.close_connection = True
    return True


def endless(header):
    def fault(handler, number, body):
        """Headers, or a body, that do not end."""
        handler.close_connection = True
        try:
            handler.wfile.write(b"HTTP/1.1 200 OK\r\n" if header else b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
            for i in range(20000):
                handler.wfile.write(b"X-%d: %s\r\n" % (i, b"y" * 1000) if header else b"8000\r\n" + b"z" * 0x8000 + b"\r\n")
        except OSError:
            handler.server.cache.stopped_at = i
        return True
    return fault


def bomb(handler, number, body):
    """A small body that says it is compressed and unpacks to a gigabyte (a zstd frame of repeated bytes)."""
    block = b"\x02\x00\x10" + b"\0"  # an RLE block of 128 KiB
    block = struct.pack("<I", (131072 << 3) | (1 << 1))[:3] + b"\0"
    frame = b"\x28\xb5\x2f\xfd\x00\x58" + block * 8191 + struct.pack("<I", (131072 << 3) | (1 << 1) | 1)[:3] + b"\0"
    handler.answer(200, frame, [("Content-Encoding", "zstd")])
    return True


def silent(handler, number, body):
    """Takes the question and never answers."""
    time.sleep(60)
    return True


def dripping(handler, number, body):
    """A byte now and then: never silent, never done."""
    handler.send_response(200)
    handler.send_header("Content-Length", "100000")
    handler.end_headers()
    try:
        for _ in range(600):
            handler.wfile.write(b"x")
            handler.wfile.flush()
            time.sleep(0.1)
    except OSError:
        pass
    handler.close_connection = True
    return True


def resetting(first=0):
    def fault(handler, number, body):
        if number < first:
            return False
        handler.close_connection = True
        reset(handler.connection)
        return True
    return fault
