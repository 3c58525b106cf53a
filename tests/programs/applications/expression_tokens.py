# an expression parser: tokens by one regular expression, precedence climbing, errors that point
import math
import operator
import re

TOKEN = re.compile(r"\s*(?:(?P<number>\d+\.?\d*(?:[eE][-+]?\d+)?)|(?P<name>[A-Za-z_]\w*)|(?P<op>\*\*|//|[-+*/%(),=^]))")
BINARY = {"+": (1, operator.add), "-": (1, operator.sub), "*": (2, operator.mul), "/": (2, operator.truediv), "//": (2, operator.floordiv),
          "%": (2, operator.mod), "**": (4, operator.pow)}
FUNCTIONS = {"sqrt": math.sqrt, "max": max, "min": min, "hypot": math.hypot, "round": round}


class Problem(Exception):
    def __init__(self, message, at):
        super().__init__(message)
        self.at = at


def tokenize(text):
    at = 0
    while at < len(text.rstrip()):
        match = TOKEN.match(text, at)
        if match is None:
            while text[at].isspace():
                at += 1
            raise Problem(f"unexpected {text[at]!r}", at)
        yield match.lastgroup, match[match.lastgroup], match.start(match.lastgroup)
        at = match.end()
    yield "end", "", len(text)


class Parser:
    def __init__(self, text, names):
        self.tokens, self.names = list(tokenize(text)), names
        self.pos = 0

    @property
    def kind(self):
        return self.tokens[self.pos][0]

    def next(self):
        token = self.tokens[self.pos]
        self.pos += 1
        return token

    def accept(self, value):
        if self.tokens[self.pos][1] == value and self.kind == "op":
            self.pos += 1
            return True
        return False

    def expect(self, value):
        if not self.accept(value):
            kind, text, at = self.tokens[self.pos]
            raise Problem(f"expected {value!r}, found {text or kind!r}", at)

    def statement(self):
        if self.kind == "name" and self.tokens[self.pos + 1][1] == "=":
            name = self.next()[1]
            self.expect("=")
            self.names[name] = value = self.expression(0)
        else:
            value = self.expression(0)
        if self.kind != "end":
            raise Problem("trailing text", self.tokens[self.pos][2])
        return value

    def expression(self, level):
        left = self.unary()
        while (found := BINARY.get(self.tokens[self.pos][1])) and found[0] >= level and self.kind == "op":
            at = self.next()[2]
            right = self.expression(found[0] + (found[1] is not operator.pow))
            try:
                left = found[1](left, right)
            except ArithmeticError as error:
                raise Problem(str(error), at) from None
        return left

    def unary(self):
        if self.accept("-"):
            return -self.expression(3)
        kind, text, at = self.next()
        match kind, text:
            case "number", _:
                return float(text) if set(text) & set(".eE") else int(text)
            case "op", "(":
                value = self.expression(0)
                self.expect(")")
                return value
            case "name", _ if self.accept("("):
                args = []
                while not self.accept(")"):
                    if args:
                        self.expect(",")
                    args.append(self.expression(0))
                try:
                    return FUNCTIONS[text](*args)
                except (KeyError, TypeError, ValueError) as error:
                    raise Problem(f"{text}: {error}", at)
            case "name", _:
                if text not in self.names:
                    raise Problem(f"unknown name {text}", at)
                return self.names[text]
        raise Problem(f"unexpected {text or kind}", at)


names = {"pi": math.pi}
for line in ["1 + 2 * 3", "(1+2)*3", "2 ** 3 ** 2", "-2 ** 2", "x = 7 // 2", "x * x % 5", "sqrt(2) * sqrt(2)", "max(1, x, 2.5e1)", "hypot(3, 4)", "2 * pi * x",
             "1 / 0", "1 +", "(1", "foo", "bar(1)", "sqrt(-1)", "1 $ 2", "3 4", "10 ** 30", "2 ** -1", "7 % 0", "round(2.675, 2)", "1e400", "0.1 + 0.2", "max()"]:
    try:
        print(f"{line} => {Parser(line, names).statement()!r}")
    except Problem as error:
        print(f"{line}\n{' ' * error.at}^ {error} {type(error.__cause__).__name__} {type(error.__context__).__name__}")
