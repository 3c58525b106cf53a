import _socket
import _thread


def attempt(f, *a):
    try:
        return f(*a)
    except Exception as e:
        return type(e).__name__ + ": " + str(e)


a, b = _socket.socketpair()
print(a.family == _socket.AF_UNIX, a.type == _socket.SOCK_STREAM, a.proto, a.gettimeout(), a.getblocking())
a.sendall(b"hello")
print(b.recv(3), b.recv(10))
room = bytearray(8)
print(a.send(b"abcdef"), b.recv_into(room, 4), room, b.recv_into(room), room)
b.settimeout(0.01)
print(b.gettimeout(), attempt(b.recv, 1))
b.setblocking(False)
print(attempt(b.recv, 1), b.gettimeout())
print(attempt(b.recv, -1), attempt(b.recv_into, b"ro"), attempt(b.settimeout, -1), attempt(b.settimeout, "x"))
a.shutdown(_socket.SHUT_WR)
print(b.recv(1), a.getsockname(), repr(b.getpeername()))
fd = a.detach()
print(a.fileno(), attempt(a.send, b"x"))
again = _socket.socket(fileno=fd)
print(again.family == _socket.AF_UNIX, again.type == _socket.SOCK_STREAM, again.fileno() == fd)
print(again.close(), again.close(), again.fileno(), attempt(_socket.socket, 0, 0, 0, -3))

server = _socket.socket()
server.setsockopt(_socket.SOL_SOCKET, _socket.SO_REUSEADDR, 1)
print(server.getsockopt(_socket.SOL_SOCKET, _socket.SO_REUSEADDR), server.getsockopt(1, 3, 8))
server.bind(("127.0.0.1", 0))
server.listen()
host, port = server.getsockname()
done = _thread.allocate_lock()
done.acquire()


def client():
    c = _socket.socket()
    c.settimeout(10)
    c.connect((host, port))
    c.sendall(b"x" * 300000)
    c.shutdown(_socket.SHUT_WR)
    print(c.recv(100), c.getpeername() == (host, port))
    c.close()
    done.release()


_thread.start_new_thread(client, ())
fd, peer = server._accept()
c = _socket.socket(fileno=fd)
total = 0
while data := c.recv(65536):
    total += len(data)
c.sendall(b"%d" % total)
done.acquire()
print(peer[0], peer == c.getpeername())
refused = _socket.socket()
server.close()
print(attempt(refused.connect, (host, port)), refused.connect_ex((host, port)))
for address in ("host", ("h",), ("127.0.0.1", 70000), (1, 2), ("127.0.0.1", "x")):
    print(attempt(refused.connect, address))
u, v = (_socket.socket(_socket.AF_INET, _socket.SOCK_DGRAM) for _ in "uv")
u.bind(("127.0.0.1", 0))
print(v.sendto(b"datagram", u.getsockname()), u.recvfrom(100)[0], attempt(v.sendto, b"x"))
for s in (u, v, b, c, refused):
    s.close()
print(attempt(refused.bind, ("127.0.0.1", 0)), attempt(_socket.socket, 77))
