# os: files and directories, stat, listing, walking, renaming, errors with errno and names.

def t(f, *a, **k):
    try:
        print(repr(f(*a, **k)))
    except Exception as e:
        print(type(e).__name__ + ":", e)


import os
os.mkdir("top"); os.makedirs("top/a/b"); os.makedirs("top/a/b", exist_ok=True)
for n in ("top/x.txt", "top/a/y.txt", "top/a/b/z.txt"):
    with open(n, "w") as f:
        f.write(n)
print(sorted(os.listdir("top")), sorted(os.listdir(b"top")), sorted(e.name for e in os.scandir("top")), [(e.name, e.is_file(), e.is_dir(), e.is_symlink(), e.path) for e in sorted(os.scandir("top"), key=lambda e: e.name)])
for r, d, f in os.walk("top"):
    d.sort(); print(r, d, sorted(f), end="; ")
print()
print([(r, sorted(d), f) for r, d, f in os.walk("top", topdown=False)], list(os.walk("nope")))
s = os.stat("top/x.txt"); print(s.st_size, oct(s.st_mode)[:4], s.st_nlink, s.st_mtime > 0, s[6], len(s), type(s).__name__, s.st_mtime_ns > 0, s.st_uid == os.getuid())
for f in (lambda: os.mkdir("top"), lambda: os.rmdir("top"), lambda: os.remove("none"), lambda: os.unlink("top"), lambda: os.rename("none", "x"), lambda: os.listdir("none"), lambda: os.stat("none"), lambda: os.rmdir("none"), lambda: os.makedirs("top/a"), lambda: os.open("none", os.O_RDONLY), lambda: os.readlink("top"), lambda: os.chdir("none"), lambda: os.close(9999), lambda: os.read(9999, 1), lambda: os.stat(None), lambda: os.mkdir(5), lambda: os.mkdir("a\0"), lambda: os.removedirs("none"), lambda: os.symlink("a", "top"), lambda: os.link("none", "q"), lambda: os.truncate("none", 1), lambda: os.scandir("none"), lambda: os.access("none", os.R_OK), lambda: os.replace("none", "x")):
    t(f)
try:
    os.rename("none", "other")
except OSError as e:
    print(e.errno, e.filename, e.filename2, e.strerror, type(e).__name__, e.args, str(e))
os.rename("top/x.txt", "top/r.txt"); os.replace("top/r.txt", "top/a/y.txt"); print(open("top/a/y.txt").read(), os.path.exists("top/x.txt"))
fd = os.open("low", os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600)
print(os.write(fd, b"hello low"), os.lseek(fd, 0, 0), os.read(fd, 5), os.lseek(fd, 0, os.SEEK_CUR), os.fstat(fd).st_size, os.ftruncate(fd, 3), os.lseek(fd, 0, 2), os.isatty(fd)); os.close(fd)
os.chmod("low", 0o640); print(oct(os.stat("low").st_mode), os.access("low", os.W_OK), os.access("low", os.F_OK), os.path.getsize("low"))
os.truncate("low", 100); print(os.stat("low").st_size); os.utime("low", (1, 2)); print(os.stat("low").st_mtime, os.stat("low").st_atime)
os.link("low", "hard"); os.symlink("low", "soft"); print(os.stat("hard").st_nlink, os.readlink("soft"), os.lstat("soft").st_size)
d = os.dup(1); print(d > 2); os.close(d)
r, w = os.pipe(); os.write(w, b"piped"); print(os.read(r, 10)); os.close(w); print(os.read(r, 10)); os.close(r)
cwd = os.getcwd(); os.chdir("top"); print(os.path.basename(os.getcwd()), os.listdir("."), os.getcwdb() == os.getcwd().encode()); os.chdir(cwd)
for n in ("top/a/b/z.txt", "top/a/y.txt", "low", "hard", "soft"):
    os.remove(n)
os.removedirs("top/a/b"); print(os.path.exists("top"), os.strerror(2), os.getpid() > 0, os.getppid() > 0, os.cpu_count() > 0, len(os.urandom(8)), os.uname().sysname, os.umask(os.umask(0o22)) >= 0)
