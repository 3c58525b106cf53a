import _socket


def attempt(f, *a):
    try:
        return f(*a)
    except Exception as e:
        return type(e).__name__ + ": " + str(e)


for text in ("::", "::1", "1::", "1:2::3", "::ffff:1.2.3.4", "fe80::1:0:0:2", "1:2:3:4:5:6:7:8", "::1.2.3.4",
             "1:0:0:2:0:0:0:3", "::1:2:3:4:5:6:7", "1:2:3:4:5:6:7::", ":::", "1:", ":1", "1::2::3", "12345::",
             "1:2:3:4:5:6:7:8:9", "", "::1.2.3", "1.2.3.4", "1:2:3:4:5:6:1.2.3.4", "g::"):
    packed = attempt(_socket.inet_pton, _socket.AF_INET6, text)
    print(repr(text), packed if isinstance(packed, str) else _socket.inet_ntop(_socket.AF_INET6, packed))
for text in ("1.2.3.4", "127.1", "0x7f.1", "2130706433", "256.1", "1.2.3.4.5", "", "01.02.03.04", "1.2.3.", "a.b"):
    print(repr(text), attempt(_socket.inet_aton, text), attempt(_socket.inet_pton, _socket.AF_INET, text))
print(_socket.inet_ntoa(b"\x01\x02\x03\xff"), attempt(_socket.inet_ntoa, b"123"), attempt(_socket.inet_ntop, 2, b"1"))
print(attempt(_socket.inet_pton, 99, "1"), attempt(_socket.inet_ntop, 99, b"1"))
print(_socket.htons(1), _socket.ntohs(0xFF00), _socket.htonl(1), _socket.ntohl(0x01020304))
for f in (_socket.htons, _socket.ntohs, _socket.htonl, _socket.ntohl):
    print(attempt(f, -1), attempt(f, 1 << 40), attempt(f, 1.0))
print(_socket.getaddrinfo("127.0.0.1", 80))
print(_socket.getaddrinfo("::1", "443", 0, _socket.SOCK_STREAM))
print(_socket.getaddrinfo("127.0.0.1", None, _socket.AF_INET, _socket.SOCK_DGRAM))
for query in (("127.0.0.1", "no-such-service"), ("127.0.0.1", 80, 99), ("::1", 80, _socket.AF_INET), (None, None),
              (1, 2), ("127.0.0.1", 1.5)):
    print(attempt(_socket.getaddrinfo, *query))
print(_socket.getnameinfo(("127.0.0.1", 80), _socket.NI_NUMERICHOST | _socket.NI_NUMERICSERV))
print(attempt(_socket.getnameinfo, "x", 0), attempt(_socket.getnameinfo, ("127.0.0.1", 70000), 0))
print(_socket.getdefaulttimeout(), _socket.setdefaulttimeout(1.5), _socket.getdefaulttimeout(), _socket.socket().gettimeout())
print(_socket.gaierror, _socket.herror, _socket.error is OSError, _socket.timeout is TimeoutError, _socket.socket)
