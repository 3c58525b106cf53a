# The engine under the re package, on words that re._compiler made.
import _sre

CASES = [
    ('(\\w+)\\s+(?P<second>\\w+)', 32,
     [14, 4, 0, 3, 4294967295, 17, 0, 24, 9, 1, 4294967295, 13, 4, 8, 14, 0, 1, 17, 1, 24, 9, 1, 4294967295, 13, 4, 8,
      12, 0, 1, 17, 2, 24, 9, 1, 4294967295, 13, 4, 8, 14, 0, 1, 17, 3, 1],
     2, {'second': 2}, (None, None, 'second'), ['ab cd', '  x y1 z', '\xe91 \xe92', '']),
    ('(a+)+b', 32,
     [14, 4, 0, 2, 4294967295, 23, 14, 1, 4294967295, 17, 0, 24, 6, 1, 4294967295, 16, 97, 1, 17, 1, 18, 16, 98, 1],
     1, {}, (None, None), ['aaab', 'aaaac']),
    ('(?:(a)|b)*?c', 32,
     [14, 4, 0, 1, 4294967295, 23, 19, 0, 4294967295, 7, 9, 17, 0, 16, 97, 17, 1, 15, 7, 5, 16, 98, 15, 2, 0, 19, 16,
      99, 1],
     1, {}, (None, None), ['abac', 'bbc', 'c']),
    ('(?>a*)ab|a++b|x*+y', 32,
     [14, 4, 0, 1, 4294967295, 7, 17, 27, 9, 24, 6, 0, 4294967295, 16, 97, 1, 1, 16, 97, 16, 98, 15, 26, 12, 29, 6, 1,
      4294967295, 16, 97, 1, 16, 98, 15, 14, 12, 29, 6, 0, 4294967295, 16, 120, 1, 16, 121, 15, 2, 0, 1],
     0, {}, (None,), ['aaab', 'xxy', 'ab']),
    ('(?<=a)b(?!c)(?<!x)', 32,
     [14, 4, 0, 1, 1, 4, 5, 1, 16, 97, 1, 16, 98, 5, 5, 0, 16, 99, 1, 5, 5, 1, 16, 120, 1, 1],
     0, {}, (None,), ['abab', 'abc', 'b']),
    ('(a)?b(?(1)c|d)', 32,
     [14, 4, 0, 2, 3, 23, 9, 0, 1, 17, 0, 16, 97, 17, 1, 18, 16, 98, 12, 0, 6, 16, 99, 15, 3, 16, 100, 1],
     1, {}, (None, None), ['abc', 'bd', 'abd', 'bc']),
    ('(.)\\1', 34,
     [14, 4, 0, 2, 2, 17, 0, 2, 17, 1, 38, 0, 1],
     1, {}, (None, None), ['aA', 'xyY', '\u017fs', '\xe9\xc9']),
    ('[^\\W\\d_]+|[\u0430-\u044f]', 34,
     [14, 4, 0, 1, 4294967295, 7, 18, 24, 14, 1, 4294967295, 13, 9, 21, 8, 15, 8, 10, 16, 95, 0, 1, 15, 14, 12, 39, 8,
      22, 1072, 1103, 22, 7296, 7302, 0, 15, 2, 0, 1],
     0, {}, (None,), ['abc1_\u0414', '\xc9\xc0', '__']),
    ('^\\s*#.*$', 40,
     [14, 4, 0, 1, 4294967295, 6, 1, 24, 9, 0, 4294967295, 13, 4, 8, 12, 0, 1, 16, 35, 24, 5, 0, 4294967295, 2, 1, 6,
      6, 1],
     0, {}, (None,), ['#a\n  #b\nc', 'x']),
    ('\\b\\w{2,3}?\\B', 32,
     [14, 4, 0, 2, 3, 6, 10, 26, 9, 2, 3, 13, 4, 8, 14, 0, 1, 6, 11, 1],
     0, {}, (None,), ['abcd ab', 'a']),
    ('.*?end', 48,
     [14, 4, 0, 3, 4294967295, 26, 5, 0, 4294967295, 3, 1, 16, 101, 16, 110, 16, 100, 1],
     0, {}, (None,), ['a\nb end end', 'en']),
    ('x{2,4}y{0,2}+', 32,
     [14, 4, 0, 2, 6, 24, 6, 2, 4, 16, 120, 1, 29, 6, 0, 2, 16, 121, 1, 1],
     0, {}, (None,), ['xxxxxyyy', 'x']),
    ('', 32,
     [14, 4, 0, 0, 0, 1],
     0, {}, (None,), ['', 'ab']),
    ('(?:ab|a)(?:bc)?$', 32,
     [14, 8, 1, 1, 4, 1, 1, 97, 0, 16, 97, 7, 5, 16, 98, 15, 5, 3, 15, 2, 0, 23, 7, 0, 1, 16, 98, 16, 99, 18, 6, 5, 1],
     0, {}, (None,), ['abc', 'ab\n', 'abbc']),
    (b'[\\x80-\\xff]+|(\\d+)', 0,
     [14, 4, 0, 1, 4294967295, 7, 14, 24, 10, 1, 4294967295, 13, 5, 22, 128, 255, 0, 1, 15, 19, 17, 17, 0, 24, 9, 1,
      4294967295, 13, 4, 8, 0, 0, 1, 17, 1, 15, 2, 0, 1],
     1, {}, (None, None), [b'\x81\xff12', b'zz']),
    ]


def show(m):
    return m and (m.span(), m.groups(), m.regs, m.lastindex, m.lastgroup, m.groupdict())


for pattern, flags, words, groups, names, numbers, subjects in CASES:
    p = _sre.compile(pattern, flags, words, groups, names, numbers)
    print(repr(p), p.groups, dict(p.groupindex), p.flags)
    for s in subjects:
        print(" ", ascii(s), ascii([show(p.match(s)), show(p.fullmatch(s)), show(p.search(s, 1))]))
        print("   ", ascii([p.findall(s), p.split(s), p.subn(s[:0], s), [m.span() for m in p.finditer(s)]]))
        print("   ", ascii(p.sub(lambda m: m.group() * 2, s, 2)), ascii(p.search(s)))


def fails(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


p = _sre.compile(*CASES[0][:6])
m = p.match("ab cd")
fails(p.match, b"ab")
fails(p.match, 5)
fails(p.match)
fails(m.group, 3)
fails(m.group, "third")
fails(m.group, "second", 1, 0)
fails(lambda: m[2] + m["second"])
fails(m.start, -1)
fails(_sre.compile, "x", 0, [1, 2, 3], 0, {}, ())
fails(_sre.compile, "x", 0, [16, 97], 0, {}, ())
fails(_sre.compile, "x", 0, [-1], 0, {}, ())
print(p == _sre.compile(*CASES[0][:6]), hash(p) == hash(_sre.compile(*CASES[0][:6])), p != _sre.compile(*CASES[1][:6]))
scanner = p.scanner("ab cd ef gh", 1)
print(scanner.match(), scanner.search(), scanner.search(), scanner.pattern is p)
deep = _sre.compile(*CASES[2][:6])
print(deep.match("ab" * 50000 + "c").span(), deep.match("ab" * 50000))
print(_sre.compile("x", 0x123020, *CASES[0][2:6]))
array = bytearray(b"x")
steps = _sre.compile(*CASES[-1][:6]).finditer(array)
try:
    array.extend(b"y" * 100)
except BufferError as e:
    print(e, list(steps))
