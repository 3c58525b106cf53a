# stdin: abc\ndef\x00\xff\nrest
# sys.stdin.buffer: binary reads.

def t(f, *a, **k):
    try:
        print(repr(f(*a, **k)))
    except Exception as e:
        print(type(e).__name__ + ":", e)


import sys
b = sys.stdin.buffer
print(b.read(2), b.peek(1)[:1], b.readline(), b.readline(), b.read(), b.read(), b.readline(), b.name, b.mode, type(b).__name__)
buf = bytearray(3)
print(b.readinto(buf), list(b))
