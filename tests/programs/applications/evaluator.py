# a tokenizer, a recursive-descent parser and an evaluator with variables and functions
class ParseError(Exception):
    def __init__(self, msg, pos): super().__init__(f"{msg} at {pos}"); self.pos = pos
def tokenize(src):
    i = 0
    while i < len(src):
        c = src[i]
        if c.isspace(): i += 1; continue
        start = i
        if c.isdigit() or c == ".":
            while i < len(src) and (src[i].isdigit() or src[i] == "."): i += 1
            text = src[start:i]
            if text.count(".") > 1: raise ParseError(f"bad number {text!r}", start)
            yield "num", float(text) if "." in text else int(text), start
        elif c.isalpha() or c == "_":
            while i < len(src) and (src[i].isalnum() or src[i] == "_"): i += 1
            yield "name", src[start:i], start
        elif src[i:i + 2] in ("**", "//", "<=", ">=", "==", "!="): i += 2; yield "op", src[start:i], start
        elif c in "+-*/%()<>=,?:": i += 1; yield "op", c, start
        else: raise ParseError(f"unexpected {c!r}", i)
    yield "end", None, len(src)
class Parser:
    LEVELS = [["==", "!=", "<", ">", "<=", ">="], ["+", "-"], ["*", "/", "//", "%"]]
    def __init__(self, src): self.toks = list(tokenize(src)); self.i = 0
    @property
    def cur(self): return self.toks[self.i]
    def accept(self, *ops):
        k, v, _ = self.cur
        if k == "op" and v in ops: self.i += 1; return v
    def expect(self, op):
        if not self.accept(op): raise ParseError(f"expected {op!r}, got {self.cur[1]!r}", self.cur[2])
    def parse(self):
        t = self.ternary()
        if self.cur[0] != "end": raise ParseError(f"trailing {self.cur[1]!r}", self.cur[2])
        return t
    def ternary(self):
        if self.cur[0] == "name" and self.toks[self.i + 1][:2] == ("op", "="):
            name = self.cur[1]; self.i += 2
            return "set", name, self.ternary()
        c = self.binary(0)
        if self.accept("?"):
            a = self.ternary(); self.expect(":"); return "if", c, a, self.ternary()
        return c
    def binary(self, level):
        if level == len(self.LEVELS): return self.unary()
        left = self.binary(level + 1)
        while op := self.accept(*self.LEVELS[level]): left = ("bin", op, left, self.binary(level + 1))
        return left
    def unary(self):
        if op := self.accept("-", "+"): return "un", op, self.unary()
        base = self.atom()
        return ("bin", "**", base, self.unary()) if self.accept("**") else base
    def atom(self):
        k, v, pos = self.cur; self.i += 1
        if k == "num": return "num", v
        if k == "name":
            if not self.accept("("): return "var", v
            args = []
            if not self.accept(")"):
                args.append(self.ternary())
                while self.accept(","): args.append(self.ternary())
                self.expect(")")
            return "call", v, args
        if v == "(": t = self.ternary(); self.expect(")"); return t
        raise ParseError(f"unexpected {v!r}", pos)
OPS = {"+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b, "/": lambda a, b: a / b, "//": lambda a, b: a // b, "%": lambda a, b: a % b, "**": lambda a, b: a ** b, "<": lambda a, b: a < b, ">": lambda a, b: a > b, "<=": lambda a, b: a <= b, ">=": lambda a, b: a >= b, "==": lambda a, b: a == b, "!=": lambda a, b: a != b}
class Env(dict):
    def __missing__(self, k): raise NameError(f"unknown variable {k}")
def run(t, env):
    kind, *rest = t
    return getattr(Eval, kind)(env, *rest)
class Eval:
    num = staticmethod(lambda env, v: v)
    var = staticmethod(lambda env, n: env[n])
    @staticmethod
    def set(env, n, t): env[n] = run(t, env); return env[n]
    @staticmethod
    def un(env, op, t): return -run(t, env) if op == "-" else +run(t, env)
    @staticmethod
    def bin(env, op, a, b): return OPS[op](run(a, env), run(b, env))
    @staticmethod
    def call(env, n, args): return env[n](*(run(a, env) for a in args))
Eval.__dict__ and setattr(Eval, "if", staticmethod(lambda env, c, a, b: run(a if run(c, env) else b, env)))
env = Env(pi=3.14159, max=max, min=min, abs=abs, fact=lambda n: 1 if n < 2 else n * env["fact"](n - 1))
for src in ("1 + 2 * 3", "(1 + 2) * 3", "-2 ** 2", "2 ** 3 ** 2", "7 // 2 % 2 - 10 / 4", "x = 5", "x * x - 1", "y = x = x + 1", "x == y ? max(x, y * 2, 3) : 0", "fact(20) // fact(18)", "min(3, abs(-7)) + pi", "1 <= 2", "2 ** 100", "((((1))))", "1 / 0", "1 +", "(2", "unknown + 1", "3 $ 4", "1.2.3", "max()", "fact(2, 3)", "1 2", "f(", "1 ? 2", ".5 * 4", "10 % 0", "- - +3", "z = (w = 4) * w"):
    try: print(f"{src:32} = {run(Parser(src).parse(), env)!r}")
    except (ParseError, ArithmeticError, NameError, TypeError) as e: print(f"{src:32} ! {type(e).__name__}: {e}")
print(Parser("a + b * -c").parse(), sorted(k for k in env if len(k) == 1))
