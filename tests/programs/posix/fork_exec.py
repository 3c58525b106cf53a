import _posixsubprocess
import posix


def start(args, paths, out=-1, env=None, cwd=None, close=True, keep=(), umask=-1, before=None):
    er, ew = posix.pipe()
    if ew < 3:
        ew = posix.dup(ew)
    pid = _posixsubprocess.fork_exec(args, paths, close, tuple(sorted(set(keep) | {ew})), cwd, env, -1, -1, -1, out, -1, -1,
                                     er, ew, True, False, -1, None, None, None, umask, before, False)
    posix.close(ew)
    return posix.waitstatus_to_exitcode(posix.waitpid(pid, 0)[1]), posix.read(er, 1000)


r, w = posix.pipe()
print(start([b"sh", b"-c", b"echo $X; pwd; umask; exit 3"], (b"/nonexistent/sh", b"/bin/sh"), w, [b"X=set"], "/", umask=0o27))
print(posix.read(r, 100))
print(start(["a"], (b"/nonexistent",)), start(["a"], (b"/etc",)), start(["true"], (b"/bin/true",), cwd="/nonexistent"))
print(start(["sh", "-c", "echo kept >&%d" % w], (b"/bin/sh",), keep=(w,)), posix.read(r, 100))
print(start(["sh", "-c", "echo lost 2>/dev/null >&%d" % w], (b"/bin/sh",))[0] != 0)
print(start(["true"], (b"/bin/true",), before=lambda: posix.write(w, b"before")), posix.read(r, 100))
print(start(["true"], (b"/bin/true",), before=lambda: 1 / 0))
for keep in ((3, 2), (-1,), ("a",)):
    try:
        _posixsubprocess.fork_exec(["a"], [b"/a"], True, keep, None, None, -1, -1, -1, -1, -1, -1, 5, 6, True, False, -1, None,
                                   None, None, -1, None, False)
    except (ValueError, TypeError) as e:
        print(type(e).__name__)
events = []
posix.register_at_fork(before=lambda: events.append("before"), after_in_parent=lambda: events.append("parent"),
                       after_in_child=lambda: events.append("child"))
pid = posix.fork()
if pid == 0:
    posix.write(w, ",".join(events).encode())
    posix._exit(0)
posix.waitpid(pid, 0)
print(events, posix.read(r, 100))
