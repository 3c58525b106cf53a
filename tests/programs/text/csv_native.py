# The reader, the writer and the dialects of _csv.
import _csv


def show(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__module__, type(e).__name__, e)


def read(lines, **options):
    show(lambda: list(_csv.reader(lines, **options)))


read(["a,b,c", '"a","b c",d\r\n', '"x""y",z\n', "", "\n", "1,,", ",", '"multi\n', 'line",end'])
read(['a"b', 'a"b"', '"a"b', '"a"b,c'])
for options in [{}, {"strict": True}]:
    read(['"a"b'], **options)
    read(['"a'], **options)
    read(["a\\"], escapechar="\\", **options)
read([b"a"])
read(["a\nb"])
read(["a\r\n", "b\r"])
read(["a\0b"])
read(["x" * 200000])
read(['1,2,"3"', "4.5"], quoting=_csv.QUOTE_NONNUMERIC)
read(["1,a"], quoting=_csv.QUOTE_NONNUMERIC)
read(["'a,b',c", "d'e"], quotechar="'")
read(["a;b\\;c;'d\\'e'"], delimiter=";", quotechar="'", escapechar="\\", doublequote=False)
read(["a, b,  'c'", " x"], skipinitialspace=True, quotechar="'")
read(['"a",b'], quoting=_csv.QUOTE_NONE)
read(["\u20ac\t\u0100\t\U0001f600"], delimiter="\t")
read(["a\\\nb,c\n", "d"], escapechar="\\")
read(['"a\\"b",c'], escapechar="\\")
for options in [dict(delimiter=""), dict(delimiter="ab"), dict(delimiter=5), dict(delimiter=None), dict(quotechar="ab"), dict(quotechar=5), dict(escapechar="ab"), dict(quoting=9),
                dict(quoting="x"), dict(lineterminator=5), dict(lineterminator=None), dict(quotechar=None), dict(quotechar=""), dict(foo=1), dict(dialect="zz"),
                dict(quotechar="a", delimiter="a"), dict(quotechar=None, quoting=1)]:
    print(options, end=" ")
    read(["a,b"], **options)
show(lambda: _csv.reader(5))
show(lambda: _csv.writer(5))
show(lambda: _csv.field_size_limit("x"))
show(lambda: _csv.get_dialect("x"))
show(lambda: _csv.unregister_dialect("x"))
show(lambda: _csv.register_dialect(5))


class Options:
    delimiter = "|"
    quoting = _csv.QUOTE_ALL


_csv.register_dialect("bars", Options, lineterminator="!")
d = _csv.get_dialect("bars")
print(d.delimiter, d.quotechar, d.escapechar, repr(d.lineterminator), d.quoting, d.doublequote, d.skipinitialspace, d.strict, _csv.list_dialects())
show(lambda: setattr(d, "delimiter", "x"))
show(lambda: setattr(d, "strict", 1))


class Sink:
    def write(self, text):
        print(ascii(text), end=" ")
        return len(text)


def write(row, *args, **options):
    show(lambda: _csv.writer(Sink(), *args, **options).writerow(row))


write([])
write([""])
write([None])
write(["a", 1, 2.5, None, "b,c", 'd"e', "f\n", " g", "h\ri", "\u20ac", True])
write([1, "a", None, "", 2.5, 1j], quoting=_csv.QUOTE_ALL)
write([1, "a", None, "", 2.5, 1j], quoting=_csv.QUOTE_NONNUMERIC)
write(["a,b"], quoting=_csv.QUOTE_NONE)
write(["a,b\""], quoting=_csv.QUOTE_NONE, escapechar="\\")
write(['a"b'], doublequote=False)
write(['a"b\\c'], doublequote=False, escapechar="\\")
write([""], quoting=_csv.QUOTE_NONE)
write(["a!b"], lineterminator="!")
write(["a\\b"], escapechar="\\")
write(['"'], quotechar=None)
write(["a b", "c"], delimiter=" ")
write(["a|b", "c"], "bars")
write(["a|b", "c"], "bars", delimiter=";")
write(5)
show(lambda: _csv.writer(Sink()).writerows([[1], ["two", 3]]))
show(lambda: _csv.writer(Sink()).writerows(5))
r = _csv.reader(iter(["a", '"b', 'c"']))
print(next(r), r.line_num, next(r), r.line_num, r.dialect.delimiter, iter(r) is r)
print(_csv.field_size_limit(5), _csv.field_size_limit())
read(["abcdef"])
read(['"abcdef",1'])
_csv.unregister_dialect("bars")
print(_csv.list_dialects(), _csv.Error, _csv.Dialect(delimiter=";").delimiter)
