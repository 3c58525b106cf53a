# print() with every combination of sep, end, file and flush; objects with odd str.

import io
import sys
for sep in (None, "", " ", ", ", "\n", "é", "<>"):
    for end in (None, "", "\n", ";\n", "😀\n"):
        print("a", 1, None, sep=sep, end=end)
        print(sep=sep, end=end)
print()
print("one"); print("one", ); print(("tuple",)); print(*"abc"); print(*[]); print(*[1], *(2, 3), sep="-"); print([1, "a", 2.5], {"k": "v"}, (1,), {1}, b"x", 1j, 1e100, ..., int, range(3), True)


class A:
    def __str__(self):
        return "line1\nline2"


class B:
    def __repr__(self):
        return "B-repr"


class C(A):
    def __repr__(self):
        return "C-repr"


class E:
    def __str__(self):
        raise RuntimeError("str failed")


print(A(), B(), C(), [A.__name__, B(), C()], {C(): B()}, (B(),), sep=" | ")
for f in (lambda: print("before", E(), "after"), lambda: print("x", sep=1), lambda: print("x", end=1.5), lambda: print("x", end="\n", sep=[]), lambda: print("x", nope=1), lambda: print(file=1), lambda: print("q", flush=E())):
    try:
        print("->", f())
    except Exception as e:
        print("!", type(e).__name__, e)


class File:
    def __init__(self):
        self.log = []

    def write(self, s):
        self.log.append(("write", s))
        return None

    def flush(self):
        self.log.append("flush")


f = File()
print("a", "b", file=f); print(file=f); print("x", end="", file=f, flush=True); print(f.log)
s = io.StringIO(); print("to", "memory", sep="\t", file=s); print(5, file=s, end=""); print(repr(s.getvalue()))
print("err", file=sys.stderr); print("flushed", flush=True); print(print("inner"), end="!\n"); print(str(print), repr(print), print.__name__)
saved, sys.stdout = sys.stdout, File()
print("captured", 1)
got, sys.stdout = sys.stdout.log, saved
print(got)
for i in range(3):
    print(i, end=", " if i < 2 else "\n")
print("a\0b".encode(), "tab\there", "cr\rx", "\x1b[1mbold\x1b[0m", "nul\0".replace("\0", "0")); print("%s" % "done", "{}".format("done"), f"{'done'}")
print(-0.0, 0.1 + 0.2, 1e16, 1e-5, 100000000000000000000.0, float("nan"), -float("inf"), 1 / 3, 5e-324, 1.7976931348623157e308, 2 ** 70, -5 // 2, True + 1, not 1, 3 == 3.0)
