# os.path: join, split, splitext, normpath, relpath, commonpath and the predicates.

def t(f, *a, **k):
    try:
        print(repr(f(*a, **k)))
    except Exception as e:
        print(type(e).__name__ + ":", e)


import os
import os.path as op
for a in (("a", "b"), ("a/", "b"), ("a", "/b"), ("", "b"), ("a", ""), ("a", "b", "c"), ("a", "/b", "c"), ("/",), ("",), ("a", "", "b"), (b"a", b"b"), ("/", "a"), ("a//", "b")):
    print(op.join(*a), end=" ")
print()
for p in ("", "/", "//", "a", "a/", "/a", "a/b", "a/b/", "//a/b", "///a", "a//b", ".", "..", "./a", "../a/../b", "a/./b", "a/../..", "/..", "/../a", "a.txt", ".bashrc", "a.tar.gz", "a.b/c", ".a.b", "...", "a.", "dir.d/.x", "é/ü.ñ", b"x/y.z"):
    print(repr(p), op.split(p), op.splitext(p), op.basename(p), op.dirname(p), op.normpath(p), op.isabs(p), op.splitdrive(p))
for p, s in (("a/b", "a"), ("a", "a/b"), ("/a/b", "/a/c"), ("a", "a"), ("/", "/x/y"), ("../x", "."), ("/x/y", "/")):
    print(op.relpath(p, s), end=" ")
print()
for ps in (["/a/b", "/a/c"], ["a/b", "a/b/c"], ["/a", "/b"], ["a"], ["/a/b/", "/a/b"], ["a/b", "c"], ["/usr/lib", "/usr/local/lib"]):
    print(op.commonpath(ps), op.commonprefix(ps), end=" ")
print()
for f in (lambda: op.join("a", b"b"), lambda: op.join(5), lambda: op.join("a", None), lambda: op.join(), lambda: op.split(5), lambda: op.splitext(None), lambda: op.commonpath([]), lambda: op.commonpath(["/a", "b"]), lambda: op.commonprefix([]), lambda: op.relpath(""), lambda: op.basename([]), lambda: op.isabs(5), lambda: op.exists([]), lambda: op.getsize("nope"), lambda: op.getmtime("nope"), lambda: op.exists("a\0b"), lambda: op.normpath(1)):
    t(f)
os.mkdir("d"); open("d/f", "w").close(); os.symlink("f", "d/link"); os.symlink("none", "d/broken")
print([(n, op.exists(n), op.lexists(n), op.isfile(n), op.isdir(n), op.islink(n)) for n in ("d", "d/f", "d/link", "d/broken", "zz")], op.realpath("d/link") == op.realpath("d/f"), op.samefile("d/link", "d/f"), op.getsize("d/f"), op.abspath("d") == op.join(os.getcwd(), "d"), op.ismount("/"), op.abspath("/a/../b"), op.exists(0))
for n in ("d/f", "d/link", "d/broken"):
    os.remove(n)
os.rmdir("d")
print(op.sep, op.altsep, op.pardir, op.curdir, op.extsep, op.pathsep, op.defpath, op.devnull, os.sep, os.linesep == "\n", os.name)


class P:
    def __fspath__(self):
        return "d/f"


class B:
    def __fspath__(self):
        return 5


print(op.join("x", P()), op.basename(P()), op.exists(P()), os.fspath(P()), os.fspath("s"), os.fspath(b"b"), op.splitext(P()))
t(os.fspath, B())
t(os.fspath, 5)
t(op.join, B())
print(os.fsencode("é"), os.fsdecode(b"\xc3\xa9"), ascii(os.fsdecode(b"\xff")), os.fsencode("\udcff"))
