# A tokenizer, recursive-descent calculator and shunting-yard converter over text.

def tokens(s):
    i = 0
    while i < len(s):
        c = s[i]
        if c.isspace():
            i += 1
        elif c.isdigit() or c == ".":
            j = i
            while j < len(s) and (s[j].isdigit() or s[j] in "._"):
                j += 1
            yield "num", s[i:j]
            i = j
        elif c.isidentifier():
            j = i
            while j < len(s) and (s[i:j + 1]).isidentifier():
                j += 1
            yield "name", s[i:j]
            i = j
        elif s[i:i + 2] in ("**", "//", "<=", ">=", "=="):
            yield "op", s[i:i + 2]
            i += 2
        elif c in "+-*/%()<>=,^":
            yield "op", c
            i += 1
        else:
            raise SyntaxError(f"bad character {c!r} at {i}")
    yield "end", ""


class Calc:
    names = {"pi": 3.14159, "max": max, "abs": abs, "sum": lambda *a: sum(a)}
    levels = [{"<": lambda a, b: a < b, ">": lambda a, b: a > b, "<=": lambda a, b: a <= b, "==": lambda a, b: a == b}, {"+": lambda a, b: a + b, "-": lambda a, b: a - b}, {"*": lambda a, b: a * b, "/": lambda a, b: a / b, "//": lambda a, b: a // b, "%": lambda a, b: a % b}]

    def __init__(self, s):
        self.t = list(tokens(s)); self.i = 0; self.vars = dict(self.names)

    def take(self, *want):
        kind, v = self.t[self.i]
        if kind == "op" and v in want:
            self.i += 1
            return v

    def run(self):
        v = self.binary(0)
        if self.t[self.i][0] != "end":
            raise SyntaxError(f"left over: {self.t[self.i][1]}")
        return v

    def binary(self, n):
        if n == len(self.levels):
            return self.unary()
        v = self.binary(n + 1)
        while op := self.take(*self.levels[n]):
            v = self.levels[n][op](v, self.binary(n + 1))
        return v

    def unary(self):
        if self.take("-"):
            return -self.unary()
        v = self.atom()
        return v ** self.unary() if self.take("**", "^") else v

    def atom(self):
        kind, v = self.t[self.i]
        self.i += 1
        if kind == "num":
            return float(v) if "." in v else int(v)
        if kind == "name":
            f = self.vars[v]
            if not self.take("("):
                return f
            args = []
            while not self.take(")"):
                args.append(self.binary(0)); self.take(",")
            return f(*args)
        if v == "(":
            r = self.binary(0)
            if not self.take(")"):
                raise SyntaxError("missing )")
            return r
        raise SyntaxError(f"unexpected {v!r}" if v else "unexpected end")


for s in ("1 + 2 * 3", "(1+2)*3", "-2 ** 2", "2 ** 3 ** 2", "7 // 2 % 3 - -1", "max(1, 2*3, 4) + abs(-5)", "pi * 2", "1_000 * 1.5", "2 ** 100", "1 < 2", "sum(1,2,3,)", "10 / 4", "1 +", "(1", "1 2", "x", "1 / 0", "3 $ 4", "1.2.3", "()", "é + 1", ""):
    try:
        print(s, "=", Calc(s).run())
    except Exception as e:
        print(s, "->", type(e).__name__, e)
PREC = {"+": 1, "-": 1, "*": 2, "/": 2, "^": 3}


def rpn(s):
    out, ops = [], []
    for k, v in tokens(s):
        if k in ("num", "name"):
            out.append(v)
        elif v == "(":
            ops.append(v)
        elif v == ")":
            while ops[-1] != "(":
                out.append(ops.pop())
            ops.pop()
        elif k == "op":
            while ops and ops[-1] != "(" and (PREC[ops[-1]] > PREC[v] or PREC[ops[-1]] == PREC[v] and v != "^"):
                out.append(ops.pop())
            ops.append(v)
    return " ".join(out + ops[::-1])


for s in ("a + b * c", "(a + b) * c", "a ^ b ^ c", "1 - 2 - 3", "3 + 4 * 2 / ( 1 - 5 ) ^ 2 ^ 3"):
    print(rpn(s), list(tokens(s))[:3])
