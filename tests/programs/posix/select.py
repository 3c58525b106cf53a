import posix
import select


def attempt(f, *a):
    try:
        return f(*a)
    except Exception as e:
        return type(e).__name__ + ": " + str(e)


class File:
    def __init__(self, fd):
        self.fd = fd

    def fileno(self):
        return self.fd


r, w = posix.pipe()
name = {r: "r", w: "w"}
print(select.select([r], [], [], 0.01), select.select([], [], [], 0))
print([[name.get(x, x.__class__.__name__) for x in part] for part in select.select([r], [File(w)], [], 1)])
posix.write(w, b"x")
print([[name[x] for x in part] for part in select.select([r], [w], [r], None)])
for a in ((1, [], []), ([], [], [], -1), ([], [], [], "a"), ([-1], [], []), (["a"], [], []), ([5000], [], [])):
    print(attempt(select.select, *a))
p = select.poll()
p.register(r, select.POLLIN)
p.register(File(w))
print(sorted((name[fd], e) for fd, e in p.poll(100)))
p.modify(w, select.POLLPRI)
print([(name[fd], e) for fd, e in p.poll()])
posix.read(r, 1)
print(p.poll(10), p.poll(0.5))
p.unregister(w)
for f, a in ((p.unregister, (w,)), (p.modify, (w, 1)), (p.register, (r, -1)), (p.register, (r, 1 << 20)), (p.poll, ("a",)), (p.register, ())):
    print(attempt(f, *a).replace(str(w), "W"))
with select.epoll() as e:
    e.register(r, select.EPOLLIN)
    e.register(w, select.EPOLLOUT | select.EPOLLET)
    print([(name[fd], m) for fd, m in e.poll(1)], e.poll(0), e.closed)
    posix.write(w, b"y")
    print(sorted((name[fd], m) for fd, m in e.poll(1, 1)) != [], e.fileno() > 2)
    e.modify(r, 0)
    e.unregister(w)
    print(e.poll(0.01, 5))
    print(attempt(e.register, r), attempt(e.unregister, w), attempt(e.poll, 1, 0), attempt(e.poll, "a"))
print(e.closed, attempt(e.poll), attempt(e.fileno), attempt(select.epoll, 0))
posix.close(w)
print([(name[fd], m) for fd, m in p.poll()])
