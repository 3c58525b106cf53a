# stdin: 3\n1 2 3\n4 5 6\n\n7 8 9\r\nend\n
# for line in sys.stdin, mixed with other reads; sys.stdin.buffer.

def t(f, *a, **k):
    try:
        print(repr(f(*a, **k)))
    except Exception as e:
        print(type(e).__name__ + ":", e)


import sys
n = int(sys.stdin.readline())
print(n)
total = 0
for line in sys.stdin:
    if not line.strip():
        print("blank")
        continue
    try:
        a, b, c = map(int, line.split())
    except ValueError as e:
        print("stop", e)
        break
    total += a * b * c
    print(repr(line), total)
print(repr(sys.stdin.read()), list(sys.stdin), sys.stdin.readline() == "")
t(lambda: next(sys.stdin))
t(input)
