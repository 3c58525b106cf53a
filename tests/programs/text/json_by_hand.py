# A JSON writer and parser written with str methods, recursion and exceptions.

ESC = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r", "\b": "\\b", "\f": "\\f"}


def dumps(v, indent=None, level=0):
    if v is None or v is True or v is False:
        return {None: "null", True: "true", False: "false"}[v]
    if isinstance(v, str):
        return '"' + "".join(ESC.get(c) or (c if " " <= c < "\x7f" else f"\\u{ord(c):04x}" if ord(c) < 0x10000 else "\\u%04x\\u%04x" % (0xD800 + (ord(c) - 0x10000 >> 10), 0xDC00 + (ord(c) - 0x10000 & 0x3FF))) for c in v) + '"'
    if isinstance(v, (int, float)):
        return repr(v)
    nl, pad = ("\n" + " " * indent * (level + 1), "\n" + " " * indent * level) if indent else ("", "")
    sep = "," + (nl or " ")
    if isinstance(v, (list, tuple)):
        return "[" + nl + sep.join(dumps(x, indent, level + 1) for x in v) + pad + "]" if v else "[]"
    if isinstance(v, dict):
        return "{" + nl + sep.join(f"{dumps(str(k))}: {dumps(x, indent, level + 1)}" for k, x in v.items()) + pad + "}" if v else "{}"
    raise TypeError(f"not serializable: {type(v).__name__}")


class Parser:
    def __init__(self, s):
        self.s, self.i = s, 0

    def fail(self, what):
        line = self.s.count("\n", 0, self.i) + 1
        raise ValueError(f"{what} at line {line} column {self.i - self.s.rfind(chr(10), 0, self.i)} (char {self.i})")

    def ws(self):
        while self.i < len(self.s) and self.s[self.i] in " \t\r\n":
            self.i += 1

    def peek(self):
        self.ws()
        return self.s[self.i] if self.i < len(self.s) else self.fail("unexpected end")

    def expect(self, c):
        if self.peek() != c:
            self.fail(f"expected {c!r}")
        self.i += 1

    def value(self):
        c = self.peek()
        if c == "{":
            return dict(self.items("{", "}", self.pair))
        if c == "[":
            return list(self.items("[", "]", self.value))
        if c == '"':
            return self.string()
        for word, v in (("true", True), ("false", False), ("null", None)):
            if self.s.startswith(word, self.i):
                self.i += len(word)
                return v
        j = self.i
        while j < len(self.s) and self.s[j] in "+-.eE0123456789":
            j += 1
        text = self.s[self.i:j]
        try:
            v = int(text) if text.lstrip("-").isdigit() else float(text)
        except ValueError:
            self.fail("bad value")
        self.i = j
        return v

    def items(self, a, b, f):
        self.expect(a)
        if self.peek() == b:
            self.i += 1
            return
        while True:
            yield f()
            if self.peek() == b:
                self.i += 1
                return
            self.expect(",")

    def pair(self):
        self.ws()
        k = self.string()
        self.expect(":")
        return k, self.value()

    def string(self):
        self.expect('"')
        out = []
        while (c := self.s[self.i:self.i + 1]) != '"':
            if not c:
                self.fail("unterminated string")
            self.i += 1
            if c == "\\":
                e = self.s[self.i]
                self.i += 1
                if e == "u":
                    c = chr(int(self.s[self.i:self.i + 4], 16))
                    self.i += 4
                else:
                    c = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}.get(e, e)
            out.append(c)
        self.i += 1
        return "".join(out).encode("utf-16-le", "surrogatepass").decode("utf-16-le")


data = {"name": "é\"\n", "list": [1, -2.5, 1e100, [], {}, [None, True]], "emoji": "😀", "nested": {"a": {"b": [{"c": ""}]}}, "5": 10 ** 20}
text = dumps(data); print(text); print(dumps(data, 2)); back = Parser(text).value(); print(back == data, back, Parser(dumps(data, 3)).value() == data)
for bad in ("", "{", "[1,", '{"a" 1}', '"abc', "tru", "[1 2]", '{"a":\n  x}', "-", "[1,]", "1.2.3"):
    try:
        print(Parser(bad).value())
    except ValueError as e:
        print(repr(bad), e)
try:
    dumps({"s": {1, 2}})
except TypeError as e:
    print(e)
