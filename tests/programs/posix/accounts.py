import fcntl
import grp
import posix
import pwd
import resource


def attempt(f, *a):
    try:
        return f(*a)
    except Exception as e:
        return type(e).__name__ + ": " + str(e)


print(pwd.getpwuid(0), pwd.getpwnam("root").pw_dir, len(pwd.getpwall()))
print(grp.getgrgid(0), grp.getgrnam("root")[2], len(grp.getgrall()), grp.getgrnam(name="adm").gr_mem)
for f, a in ((pwd.getpwnam, "no such"), (pwd.getpwuid, 99999), (pwd.getpwuid, -1), (pwd.getpwuid, "a"), (pwd.getpwnam, 5), (grp.getgrnam, "no such"), (grp.getgrgid, 99999), (grp.getgrgid, "x"), (pwd.getpwnam, "a\0b")):
    print(attempt(f, a))
print(posix.getgrouplist("root", 0))
r, w = posix.pipe()
print(fcntl.fcntl(r, fcntl.F_GETFD), fcntl.fcntl(r, fcntl.F_SETFD, 0), fcntl.fcntl(r, fcntl.F_GETFD))
print(fcntl.fcntl(r, fcntl.F_GETFL) & posix.O_NONBLOCK, attempt(fcntl.fcntl, 999, fcntl.F_GETFD), attempt(fcntl.fcntl, "x", 1))
posix.write(w, b"12345")
n = bytearray(4)
print(fcntl.ioctl(r, 0x541B, n), n, fcntl.ioctl(r, 0x541B, b"\0" * 4))
m = posix.memfd_create("m")
print(fcntl.flock(m, fcntl.LOCK_EX), fcntl.lockf(m, fcntl.LOCK_EX | fcntl.LOCK_NB, 10), attempt(fcntl.lockf, m, 16))
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss > 0, resource.getrlimit(resource.RLIMIT_CORE)[0] >= -1)
resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
print(resource.getrlimit(resource.RLIMIT_CORE)[0], attempt(resource.getrlimit, 99), attempt(resource.setrlimit, 4, (5, 1)), attempt(resource.getrusage, 9))
