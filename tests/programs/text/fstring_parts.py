"""Parts of f-strings: every specification of an int, order of evaluation, long parts, generators."""

values = (0, 7, -7, 255, -256, 10**6, -(10**9), 2**60, -(2**60), 2**61 - 1, -(2**61), 2**61, -(2**70))
for n in values:
    print(f"{n}|{n:d}|{n:5}|{n:05}|{n:05d}|{n:1d}|{n:99d}|{n:099d}")
    print(f"{n:x}|{n:X}|{n:b}|{n:o}|{n:8x}|{n:08X}|{n:080b}|{n:3o}|{n:0}|{n:00}|{n:0x}")
    print(f"{n:+d}|{n: d}|{n:<8}|{n:^8}|{n:>8}|{n:,}|{n:_x}|{n:#x}|{n:*>12}|{n:=+12}|{n:100}")
    print(f"{n:.2f}|{n:e}|{n!r:>5}|{n!s:<5}|{n:{5}}|{n=}|{n=:04d}")
print(f"{True}|{True:d}|{True:3}|{None}|{1.5}|{1.5:6.2f}|{-0.0}|{2.0:05.1f}|{'x':>3}|{'':2}|")
order = []


def note(x):
    order.append(x)
    return x


class Shown:
    def __format__(self, spec):
        order.append("format " + spec)
        return "<" + spec + ">"


class Text(str):
    def __str__(self):
        return "text"


print(f"{note(1)}{Shown():a}{note(2):3d}{Shown()}{note('z')}", order)
print(f"{Text('é')}|{Text('b')!r}|{1}", f"é{5}", f"{5}\u20ac", f"{6:03d}\U0001f600{7}")
for bad in ("q", "05q", "s", "c", "+c", "1000000d"):
    try:
        print(len(f"{5:{bad}}{note(3)}"))
    except ValueError as e:
        print("ValueError", e)
del order[:]
try:
    print(f"{1:q}{note(1)}")
except ValueError as e:
    print(e, order)
try:
    print(f"{note(1)}{1 // 0}{note(2)}")
except ZeroDivisionError as e:
    print(e, order)
long = "ab" * 100
print(len(f"{long}{1:05d}{long}{-3}{long:>300}{0xff:x}"), f"{long}{1:05d}|{-3}|{0xff:x}")


def pieces():
    got = f"{1:03d}{(yield 'a')}{2}{(yield 'b')}{3:x}"
    yield got


g = pieces()
print(next(g), g.send(10), g.send("é"), f"{f'{1}{2:02d}'}{3}", f"{''}{''}" == "", f"{12}{''}" == "12")
