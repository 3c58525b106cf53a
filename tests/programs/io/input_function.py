# stdin: first\n  second  \n\nwith\ttab\r\n\xe9t\xe9\nlast without newline
# input(): prompts, end of file, odd line ends.

def t(f, *a, **k):
    try:
        print(repr(f(*a, **k)))
    except Exception as e:
        print(type(e).__name__ + ":", e)


import sys
import io
print(repr(input()), repr(input("prompt> ")), repr(input("")), repr(input(5)), repr(input([1, "x"])))
print(repr(input("p\n")))
t(input)
t(input, "at eof: ")
t(input, 1, 2)
t(lambda: input(prompt="x"))


class P:
    def __str__(self):
        raise ValueError("no str")


t(input, P())
old = sys.stdin
sys.stdin = io.StringIO("from memory\nagain")
print(repr(input("? ")), repr(input()))
t(input)


class L:
    def __init__(self, v):
        self.v = v

    def readline(self):
        return self.v


for v in ("x\n", "no newline", "", "\n", "\r\n", 5, b"bytes", None):
    sys.stdin = L(v)
    t(input)
sys.stdin = object()
t(input)
sys.stdin = None
t(input)
del sys.stdin
t(input)
sys.stdin = old
out = sys.stdout
sys.stdout = io.StringIO()
sys.stdin = io.StringIO("z\n")
v = input("hidden prompt ")
got = sys.stdout.getvalue()
sys.stdout = out
print(v, repr(got))
sys.stdout = None
t(input)
sys.stdout = out
print("done")
