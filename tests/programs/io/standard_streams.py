# stdin: line one\nline two\nrest of it
# sys.stdout, sys.stderr, sys.stdin attributes, buffer access and interleaving order.

def t(f, *a, **k):
    try:
        print(repr(f(*a, **k)))
    except Exception as e:
        print(type(e).__name__ + ":", e)


import sys
print(sys.stdout.name, sys.stderr.name, sys.stdin.name, sys.stdout.mode, sys.stderr.mode, sys.stdin.mode, sys.stdout.encoding, sys.stderr.encoding, sys.stdin.encoding, sys.stdout.errors, sys.stderr.errors, sys.stdin.errors)
print(sys.stdout.isatty(), sys.stdin.isatty(), sys.stdout.fileno(), sys.stderr.fileno(), sys.stdin.fileno(), sys.stdout.writable(), sys.stdin.readable(), sys.stdin.writable(), sys.stdout.readable(), sys.stdout.line_buffering, sys.stderr.line_buffering, sys.stdout.closed, sys.__stdout__ is sys.stdout, type(sys.stdout).__name__, type(sys.stdout.buffer).__name__, type(sys.stdout.buffer.raw).__name__, sys.stdout.newlines)
print(sys.stdin.readline(), end="")
print(repr(sys.stdin.read(4)), repr(sys.stdin.readline()), sys.stdin.readlines(), repr(sys.stdin.read()), repr(sys.stdin.readline()))
print("text", end=" ")
sys.stdout.flush()
print(sys.stdout.buffer.write(b"bytes "))
sys.stdout.flush()
sys.stdout.write("é😀\n")
sys.stdout.writelines(["a", "b", "\n"])
print("to stderr", file=sys.stderr)
sys.stderr.write("caf\u00e9 \ud800\n")
sys.stderr.buffer.write(b"raw err\n")
t(sys.stdout.write, 5)
t(sys.stdout.write, b"x")
t(sys.stdout.read)
t(sys.stdin.write, "x")
t(sys.stdout.write, "\ud800")
t(sys.stdout.seek, 0, 9)
t(sys.stdout.detach.__name__.upper)
print(repr(sys.stdout), repr(sys.stdin), repr(sys.stderr))
sys.stdout.flush()
sys.stdout.buffer.write(b"binary after text\n")
sys.stdout.buffer.flush()
print("\udcff escaped".encode("utf-8", "surrogateescape"))
sys.stdout.reconfigure(errors="backslashreplace")
print("lone \ud800", sys.stdout.errors)
sys.stdout.reconfigure(newline="\r\n")
print("crlf")
sys.stdout.reconfigure(newline="\n")
t(sys.stdin.fileno().bit_length)
