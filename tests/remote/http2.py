"""The server's side of HTTP/2 and HPACK (RFC 9113, RFC 7541), as much as tests need: whole requests in, answers with trailers out."""

import socketserver
import struct
import threading

DATA, HEADERS, RST, SETTINGS, PING, GOAWAY, WINDOW, CONTINUATION = 0, 1, 3, 4, 6, 7, 8, 9

# The lengths of the Huffman codes of the bytes 0 to 255, as digits of base 36 (appendix B; the code is canonical).
LENGTHS = (
    "dnsssssssoussussssssssusssssssss6aacd68baa8b8666555666666678f6ca"
    "d67777777777777777777777878djde6f56565666577666567655677777fbeds"
    "kmkkmmmnmnnnnnonoomnonnnnlmnmnnomlkmmnnlnmmolmnnllmlnmnnkmmmnmmn"
    "qqkjmnmpqqqrrqopjlqrrqrollqqsrrrkoklmllnmmppooqnqrqqrrrrrsrrrrrq"
)

# Appendix A: names and values that have a number.
STATIC = [("", "")] + [tuple(entry.partition("=")[::2]) for entry in (
    ":authority|:method=GET|:method=POST|:path=/|:path=/index.html|:scheme=http|:scheme=https|:status=200|:status=204|:status=206|:status=304|"
    ":status=400|:status=404|:status=500|accept-charset|accept-encoding=gzip, deflate|accept-language|accept-ranges|accept|"
    "access-control-allow-origin|age|allow|authorization|cache-control|content-disposition|content-encoding|content-language|content-length|"
    "content-location|content-range|content-type|cookie|date|etag|expect|expires|from|host|if-match|if-modified-since|if-none-match|if-range|"
    "if-unmodified-since|last-modified|link|location|max-forwards|proxy-authenticate|proxy-authorization|range|referer|refresh|retry-after|"
    "server|set-cookie|strict-transport-security|transfer-encoding|user-agent|vary|via|www-authenticate").split("|")]


def huffman_codes():
    codes, code, length = {}, 0, 0
    for size, symbol in sorted((int(digit, 36), symbol) for symbol, digit in enumerate(LENGTHS)):
        code <<= size - length
        length = size
        codes[size, code] = symbol
        code += 1
    return codes


CODES = huffman_codes()


def unhuffman(data):
    out, code, length = bytearray(), 0, 0
    for byte in data:
        for bit in range(7, -1, -1):
            code, length = code << 1 | byte >> bit & 1, length + 1
            if (length, code) in CODES:
                out.append(CODES[length, code])
                code = length = 0
    return bytes(out)


class Hpack:
    def __init__(self):
        self.dynamic = []

    def entry(self, number):
        return STATIC[number] if number < len(STATIC) else self.dynamic[number - len(STATIC)]

    def integer(self, bits):
        mask = (1 << bits) - 1
        value = self.data[self.at] & mask
        self.at += 1
        shift = 0
        while value >= mask and (shift == 0 or self.data[self.at - 1] & 128):
            value += (self.data[self.at] & 127) << shift
            shift += 7
            self.at += 1
        return value

    def text(self):
        packed = self.data[self.at] & 128
        n = self.integer(7)
        raw = self.data[self.at:self.at + n]
        self.at += n
        return (unhuffman(raw) if packed else raw).decode()

    def decode(self, data):
        self.data, self.at = data, 0
        headers = []
        while self.at < len(data):
            first = data[self.at]
            if first & 128:
                headers.append(self.entry(self.integer(7)))
            elif first & 0xe0 == 0x20:
                self.integer(5)
            else:
                added = first & 64
                number = self.integer(6 if added else 4)
                header = (self.entry(number)[0] if number else self.text(), self.text())
                headers.append(header)
                if added:
                    self.dynamic.insert(0, header)
        return headers


def encode(headers):
    """Literals without a number, which every peer reads."""
    def text(s):
        raw = s.encode()
        return (bytes([len(raw)]) if len(raw) < 127 else b"\x7f" + varint(len(raw) - 127)) + raw
    return b"".join(b"\0" + text(name) + text(value) for name, value in headers)


def varint(value):
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)


class Connection(socketserver.BaseRequestHandler):
    """`self.server.answer(call)` is run in a thread for each whole request."""

    def setup(self):
        self.lock = threading.Lock()
        self.hpack = Hpack()
        self.streams = {}

    def read(self, n):
        data = b""
        while len(data) < n:
            more = self.request.recv(n - len(data))
            if not more:
                raise ConnectionError
            data += more
        return data

    def frame(self, kind, flags, stream, payload=b""):
        with self.lock:
            self.request.sendall(struct.pack(">I", len(payload))[1:] + bytes([kind, flags]) + struct.pack(">I", stream) + payload)

    def handle(self):
        try:
            self.read(24)
            self.frame(SETTINGS, 0, 0, struct.pack(">HIHI", 3, 200, 4, 1 << 24))
            self.frame(WINDOW, 0, 0, struct.pack(">I", 1 << 30))
            while True:
                self.one_frame()
        except OSError:
            pass

    def one_frame(self):
        head = self.read(9)
        kind, flags, stream = head[3], head[4], struct.unpack(">I", head[5:])[0]
        payload = self.read(int.from_bytes(head[:3], "big"))
        if kind == SETTINGS and not flags & 1:
            self.frame(SETTINGS, 1, 0)
        elif kind == PING and not flags & 1:
            self.frame(PING, 1, 0, payload)
        elif kind == HEADERS:
            at = 5 if flags & 32 else 0
            self.streams[stream] = [self.hpack.decode(payload[at:]), bytearray()]
        elif kind == DATA and stream in self.streams:
            self.streams[stream][1] += payload
            if payload:
                self.frame(WINDOW, 0, stream, struct.pack(">I", len(payload)))
        if kind in (HEADERS, DATA) and flags & 1 and stream in self.streams:
            call = Call(self, stream, *self.streams.pop(stream))
            threading.Thread(target=self.run, args=(call,), daemon=True).start()

    def run(self, call):
        try:
            self.server.answer(call)
        except OSError:
            pass


class Call:
    def __init__(self, connection, stream, headers, body):
        self.connection, self.stream, self.headers, self.body = connection, stream, dict(headers), bytes(body)
        self.path = self.headers[":path"]
        self.began = False

    def begin(self, status="200"):
        self.began = True
        self.connection.frame(HEADERS, 4, self.stream, encode([(":status", status), ("content-type", "application/grpc")]))

    def send(self, data):
        for at in range(0, len(data), 16384):
            self.connection.frame(DATA, 0, self.stream, data[at:at + 16384])

    def end(self, status, message=""):
        if not self.began:
            self.begin()
        self.connection.frame(HEADERS, 5, self.stream, encode([("grpc-status", str(status)), ("grpc-message", message)]))

    def reset(self, code=2):
        self.connection.frame(RST, 0, self.stream, struct.pack(">I", code))


class Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    allow_reuse_address = True
    request_queue_size = 64

    def handle_error(self, request, client_address):
        pass
