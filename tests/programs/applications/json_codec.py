"""A JSON reader and writer, with errors that name line and column."""


class JSONError(ValueError):
    def __init__(self, message, text, at):
        line = text.count("\n", 0, at) + 1
        column = at - (text.rfind("\n", 0, at) if "\n" in text[:at] else -1)
        super().__init__(f"{message}: line {line} column {column} (char {at})")
        self.at = at


class Reader:
    ESCAPES = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
    WORDS = {"true": True, "false": False, "null": None}

    def __init__(self, text):
        self.text = text
        self.at = 0

    def fail(self, message, at=None):
        raise JSONError(message, self.text, self.at if at is None else at)

    def space(self):
        while self.at < len(self.text) and self.text[self.at] in " \t\r\n":
            self.at += 1

    def value(self):
        self.space()
        if self.at >= len(self.text):
            self.fail("Expecting value")
        c = self.text[self.at]
        if c == "{":
            return self.object()
        if c == "[":
            return self.array()
        if c == '"':
            return self.string()
        if c == "-" or c.isdigit():
            return self.number()
        for word, meaning in self.WORDS.items():
            if self.text.startswith(word, self.at):
                self.at += len(word)
                return meaning
        self.fail("Expecting value")

    def object(self):
        result, start = {}, self.at
        self.at += 1
        self.space()
        if self.text[self.at : self.at + 1] == "}":
            self.at += 1
            return result
        while True:
            self.space()
            if self.text[self.at : self.at + 1] != '"':
                self.fail("Expecting property name enclosed in double quotes")
            key = self.string()
            self.space()
            if self.text[self.at : self.at + 1] != ":":
                self.fail("Expecting ':' delimiter")
            self.at += 1
            result[key] = self.value()
            self.space()
            match_next = self.text[self.at : self.at + 1]
            self.at += 1
            if match_next == "}":
                return result
            if match_next != ",":
                self.fail("Expecting ',' delimiter", self.at - 1)

    def array(self):
        result = []
        self.at += 1
        self.space()
        if self.text[self.at : self.at + 1] == "]":
            self.at += 1
            return result
        while True:
            result.append(self.value())
            self.space()
            c = self.text[self.at : self.at + 1]
            self.at += 1
            if c == "]":
                return result
            if c != ",":
                self.fail("Expecting ',' delimiter", self.at - 1)

    def string(self):
        start = self.at
        self.at += 1
        parts = []
        while True:
            if self.at >= len(self.text):
                self.fail("Unterminated string starting at", start)
            c = self.text[self.at]
            self.at += 1
            if c == '"':
                return "".join(parts)
            if c == "\\":
                c = self.text[self.at]
                self.at += 1
                if c == "u":
                    parts.append(chr(int(self.text[self.at : self.at + 4], 16)))
                    self.at += 4
                elif c in self.ESCAPES:
                    parts.append(self.ESCAPES[c])
                else:
                    self.fail("Invalid \\escape", self.at - 2)
            elif c < " ":
                self.fail("Invalid control character at", self.at - 1)
            else:
                parts.append(c)

    def number(self):
        start = self.at
        while self.at < len(self.text) and self.text[self.at] in "+-0123456789.eE":
            self.at += 1
        word = self.text[start : self.at]
        try:
            return int(word)
        except ValueError:
            return float(word)


def loads(text):
    reader = Reader(text)
    result = reader.value()
    reader.space()
    if reader.at != len(text):
        reader.fail("Extra data")
    return result


def quote(s):
    table = {v: "\\" + k for k, v in Reader.ESCAPES.items() if k != "/"}
    return '"' + "".join(table.get(c) or (c if " " <= c <= "~" else f"\\u{ord(c):04x}") for c in s) + '"'


def dumps(value, indent=None, level=0):
    if value is None or value is True or value is False:
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, str):
        return quote(value)
    if isinstance(value, (int, float)):
        return repr(value)
    gap = "\n" + " " * (indent * (level + 1)) if indent else ""
    end = "\n" + " " * (indent * level) if indent else ""
    comma = "," + gap if indent else ", "
    if isinstance(value, dict):
        body = [f"{quote(k)}: {dumps(v, indent, level + 1)}" for k, v in value.items()]
        return "{" + gap + comma.join(body) + end + "}" if body else "{}"
    if isinstance(value, (list, tuple)):
        body = [dumps(v, indent, level + 1) for v in value]
        return "[" + gap + comma.join(body) + end + "]" if body else "[]"
    raise TypeError(f"Object of type {type(value).__name__} is not JSON serializable")


GOOD = [
    "null", " [1, -2, 3.5e2, 0.25] ", '{"a": {"b": [true, false, null]}}', '"tab\\tnew\\nuni\\u00e9\\\\"',
    "[]", "{}", '{"deep": [[[[[]]]]], "n": 12345678901234567890123}', "-0", "1e400",
]
for text in GOOD:
    value = loads(text)
    print(f"{text!r:45} {value!r:45} {dumps(value)}")
print(dumps({"name": "x", "list": [1, [2, {"k": ()}]], "none": None}, indent=2))
BAD = ["", "[1 2]", '{"a" 1}', "{1: 2}", '"open', '"bad\\q"', "[1,\n 2,\n oops]", "tru", "1 2", '{"a": 1,}', '"\x01"']
for text in BAD:
    try:
        print("accepted", loads(text))
    except JSONError as e:
        print(f"{text!r:22} {e} [{e.at}]")
try:
    dumps({"f": {1, 2}})
except TypeError as e:
    print(type(e).__name__, e)
