# The native half of json: the scanner and the encoder, as its Python half calls them.
import _json


class Context:
    strict = True
    object_hook = None
    object_pairs_hook = None
    parse_float = float
    parse_int = int
    parse_constant = {"NaN": "nan", "Infinity": "inf", "-Infinity": "-inf"}.__getitem__
    memo = {}


scan = _json.make_scanner(Context)
for text in ['{"a": [1, -2, 3.5, 1e3, -0, 0.0, 1E-2], "b": {"": null}, "c": true, "d" : false }', "[]", "{}", " 1", "12345678901234567890123",
             '"x\\u00e9\\n\\"\\/\\ud83d\\ude00\\ud800 z"', '"\u00e9\u20ac\U0001f600"', "NaN", "[Infinity, -Infinity]", "-", "tru", "01", "1.", "1e", "[1,",
             "1.7976931348623157e400", "0.1234567890123456789012345678901234567890123456789012345678901234567890"]:
    try:
        print(ascii(scan(text, 0)))
    except StopIteration as e:
        print("stop", e.value)
    except Exception as e:
        print(type(e).__name__)
for args in [("1", -1), (1, 0), ("1",), ("1", "x"), ("", 0), ("ab", 5)]:
    try:
        print(scan(*args))
    except StopIteration as e:
        print("stop", e.value)
    except Exception as e:
        print(type(e).__name__, e)
one, two = scan('[{"key": 1}, {"key": 2}]', 0)[0]
print(list(one)[0] is list(two)[0])


class Pairs(Context):
    object_pairs_hook = list
    strict = False
    parse_int = str


print(_json.make_scanner(Pairs)('{"a": 1, "a": {"b\t": 2}, "\x01": []}', 0))


class Hook(Context):
    object_hook = sorted
    parse_float = staticmethod(lambda s: "<" + s + ">")


print(_json.make_scanner(Hook)('{"b": 1.50, "a": {"b": 2}}', 0), _json.make_scanner(Hook).strict)
try:
    scan("[" * 100000, 0)
except RecursionError as e:
    print("RecursionError")

for args in [('abc"d', 0), ('a\\tb" ', 0), ('x', 5), ('x', -1), (5, 1), ('\t"', 0, False), ("\\u0041\\u00DF\"", 0)]:
    try:
        print(_json.scanstring(*args))
    except Exception as e:
        print(type(e).__name__, e)


def default(o):
    if isinstance(o, set):
        return sorted(o)
    raise TypeError("no " + type(o).__name__)


def encoder(string=_json.encode_basestring_ascii, sort=False, skip=False, nan=True, markers=True):
    return _json.make_encoder({} if markers else None, default, string, None, ": ", ", ", sort, skip, nan)


class Str(str):
    pass


class Int(int):
    def __repr__(self):
        return "no"


class Dict(dict):
    def items(self):
        return [("i", 1), ("j", 2)]


class List(list):
    pass


loop = []
loop.append(loop)
circle = {}
circle["x"] = (circle,)
VALUES = [None, True, False, 0, -17, 2**70, 1.5, -0.0, 1e300, float("inf"), float("-inf"), "", "a\"\\\n\t\x7f\x00\u00e9\u20ac\U0001f600\ud800", Str("s"), Int(5),
          [], (), {}, [1, [2, (3,)]], {"a": 1, "b": [None]}, {1: 1, 1.5: 2, True: 3, None: 4, "k": 5}, Dict(a=1), List([1]), {3, 1}, {"s": {1}},
          {(1,): 2, "x": 1}, object, loop, circle, [float("inf")], {2: 1, 1: 2}, {"b": 1, "a": 2}, {"b": 1, 1: 2}]
for make in [encoder(), encoder(_json.encode_basestring, sort=True), encoder(lambda s: "<" + s + ">", skip=True, nan=False), encoder(lambda s: 5, markers=False)]:
    for v in VALUES[:-6] if make(1, 0) and make.markers is None else VALUES:
        try:
            print(ascii(make(v, 0)))
        except RecursionError:
            print("RecursionError")
        except Exception as e:
            print(type(e).__name__, e)
deep = []
for _ in range(100000):
    deep = [deep]
try:
    encoder()(deep, 0)
except RecursionError:
    print("RecursionError")
for args in [([], default, str, None, ":", ",", 0, 0, 0), ({}, default, str, None, 5, ",", 0, 0, 0), ({},)]:
    try:
        print(_json.make_encoder(*args))
    except Exception as e:
        print(type(e).__name__, e)
print(encoder().item_separator, encoder().sort_keys, _json.encode_basestring("\u00e9\n"), _json.encode_basestring_ascii("\u00e9\n"))
