# Questions to constants that nothing made at run time: what their type inherits is there.
print((1j).conjugate(), 1j.real, f'{b"ab"}', format(1j), b'ab'.__class__, b'ab'.hex(), hash(b'q') == hash(b'q'), b'a' != b'b', b'a' < b'b', repr(b'x'), str(1j), bool(b''), b'a'.__eq__(b'a'), b'a'.__ne__(b'b'))
try: b'x'.foo = 1
except AttributeError as e: print(e)
try: (1j).real = 1
except AttributeError as e: print(e)
print(isinstance(b'x', bytes), dir(b'x')[:2], b'%d' % 5, b'abc'[1:], 98 in b'abc', *b'ab')
print(1j != 2j, 1j == 1j, {1j: 2}[1j], b'x' == 'x', sorted([b'b', b'a']), {b'x', b'x'}, b'x'.__doc__[:5])
print([*(1j, b'q')], ....__class__, (...).__repr__(), NotImplemented.__class__)
