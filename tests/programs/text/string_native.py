# The functions of _string that string.Formatter stands on.
import _string

for x in ["", "abc", "a{b!r:c{d}}e{{f}}{}{x:}{y!s}", "{", "}", "a{b!}", "{a!rx}", "{a!", "{a:{b}", "{a:{{", "{!r}", "a{b:c}}", "{a[b]:x}", "{a[}]}", "{a{b}}",
          "{a", "{a[", "\u20ac{\u0100!\u0101:\U0001f600}", "{{}}", "{a!r", "x}}y"]:
    try:
        print(ascii(x), ascii(list(_string.formatter_parser(x))))
    except ValueError as e:
        print(ascii(x), e)
for x in ["", "a", "0", "a.", "a[", "a[]", "a[b]c", "[x]", "a[0x]", "00[01]", "a.b[c][0].d", ".x", "99999999999999999999999", "a[99999999999999999999999]", "9223372036854775807"]:
    try:
        first, rest = _string.formatter_field_name_split(x)
        print(x, repr(first), list(rest))
    except ValueError as e:
        print(x, e)
for f in (_string.formatter_parser, _string.formatter_field_name_split):
    try:
        f(5)
    except TypeError as e:
        print(e)
print(type(_string.formatter_parser("")), type(_string.formatter_field_name_split("a")[1]))
