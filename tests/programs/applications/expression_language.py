"""A small language: tokens, a recursive-descent parser, an evaluator with closures."""


class SyntaxProblem(Exception):
    def __init__(self, text, at):
        super().__init__(f"{text} at {at}")
        self.at = at


KEYWORDS = {"let", "in", "if", "then", "else", "fn", "print"}


def tokens(source):
    i, line = 0, 1
    while i < len(source):
        c = source[i]
        if c == "\n":
            line += 1
        if c.isspace():
            i += 1
            continue
        start = i
        if c.isdigit():
            while i < len(source) and (source[i].isdigit() or source[i] == "."):
                i += 1
            text = source[start:i]
            yield ("number", float(text) if "." in text else int(text), line)
        elif c.isalpha() or c == "_":
            while i < len(source) and (source[i].isalnum() or source[i] == "_"):
                i += 1
            word = source[start:i]
            yield (word if word in KEYWORDS else "name", word, line)
        elif source[i : i + 2] in ("==", "<=", ">=", "->", "**"):
            i += 2
            yield (source[start:i], None, line)
        elif c in "+-*/%()<>=,":
            i += 1
            yield (c, None, line)
        else:
            raise SyntaxProblem(f"unexpected {c!r}", line)
    yield ("end", None, line)


class Parser:
    LEVELS = [("==", "<", ">", "<=", ">="), ("+", "-"), ("*", "/", "%")]

    def __init__(self, source):
        self.items = list(tokens(source))
        self.at = 0

    @property
    def kind(self):
        return self.items[self.at][0]

    def take(self, kind=None):
        item = self.items[self.at]
        if kind is not None and item[0] != kind:
            raise SyntaxProblem(f"expected {kind}, found {item[0]}", item[2])
        self.at += 1
        return item

    def expression(self):
        match_kind = self.kind
        if match_kind == "let":
            self.take()
            name = self.take("name")[1]
            self.take("=")
            value = self.expression()
            self.take("in")
            return ("let", name, value, self.expression())
        if match_kind == "if":
            self.take()
            test = self.expression()
            self.take("then")
            yes = self.expression()
            self.take("else")
            return ("if", test, yes, self.expression())
        if match_kind == "fn":
            self.take()
            names = [self.take("name")[1]]
            while self.kind == ",":
                self.take()
                names.append(self.take("name")[1])
            self.take("->")
            return ("fn", names, self.expression())
        return self.binary(0)

    def binary(self, level):
        if level == len(self.LEVELS):
            return self.power()
        left = self.binary(level + 1)
        while self.kind in self.LEVELS[level]:
            op = self.take()[0]
            left = ("op", op, left, self.binary(level + 1))
        return left

    def power(self):
        base = self.call()
        if self.kind == "**":
            self.take()
            return ("op", "**", base, self.power())
        return base

    def call(self):
        node = self.atom()
        while self.kind == "(":
            self.take()
            args = []
            while self.kind != ")":
                args.append(self.expression())
                if self.kind == ",":
                    self.take()
            self.take(")")
            node = ("call", node, args)
        return node

    def atom(self):
        kind, value, line = self.take()
        if kind == "number":
            return ("const", value)
        if kind == "name":
            return ("name", value)
        if kind == "-":
            return ("op", "-", ("const", 0), self.power())
        if kind == "(":
            node = self.expression()
            self.take(")")
            return node
        raise SyntaxProblem(f"unexpected {kind}", line)


OPS = {
    "+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b, "/": lambda a, b: a / b, "%": lambda a, b: a % b,
    "**": pow, "==": lambda a, b: a == b, "<": lambda a, b: a < b, ">": lambda a, b: a > b, "<=": lambda a, b: a <= b, ">=": lambda a, b: a >= b,
}


def evaluate(node, env):
    kind, *rest = node
    return globals()["do_" + kind](env, *rest)


def do_const(env, value):
    return value


def do_name(env, name):
    while env is not None:
        names, env = env
        if name in names:
            return names[name]
    raise NameError(f"no {name}")


def do_let(env, name, value, body):
    names = {}
    inner = (names, env)
    names[name] = evaluate(value, inner)
    return evaluate(body, inner)


def do_if(env, test, yes, no):
    return evaluate(yes if evaluate(test, env) else no, env)


def do_fn(env, names, body):
    def function(*args):
        if len(args) != len(names):
            raise TypeError(f"{len(names)} wanted, {len(args)} given")
        return evaluate(body, (dict(zip(names, args)), env))

    return function


def do_op(env, op, left, right):
    return OPS[op](evaluate(left, env), evaluate(right, env))


def do_call(env, callee, args):
    return evaluate(callee, env)(*[evaluate(a, env) for a in args])


PROGRAMS = [
    "1 + 2 * 3 - 4 / 2", "2 ** 3 ** 2", "-(3 + 4) % 5", "let x = 5 in x * x", "let f = fn n -> if n < 2 then n else f(n - 1) + f(n - 2) in f(15)",
    "let fact = fn n -> if n == 0 then 1 else n * fact(n - 1) in fact(30)", "let add = fn a -> fn b -> a + b in add(3)(4.5)", "(1", "1 $ 2", "let = 3", "y + 1", "1 / 0",
    "(fn a, b -> a)(1)", "let twice = fn f, x -> f(f(x)) in twice(fn v -> v * v, 7)", "1 < 2 == 1", "\n\n  )", "3(4)", "2 ** 0.5 ** 2",
]

for program in PROGRAMS:
    try:
        tree = Parser(program)
        result = tree.expression()
        tree.take("end")
        print(f"{program.strip():<40.40} = {evaluate(result, (dict(max=max), None))!r}")
    except SyntaxProblem as problem:
        print(f"{program.strip():<40.40} ! {problem} ({problem.at})")
    except (NameError, TypeError, ZeroDivisionError) as problem:
        print(f"{program.strip():<40.40} ? {type(problem).__name__}: {problem}")
