# parser combinators: json-like and s-expression grammars, error positions, round trip
class Fail(Exception):
    def __init__(self, pos, want): self.pos, self.want = pos, want
    def __str__(self): return f"expected {self.want} at {self.pos}"
class P:
    def __init__(self, fn): self.fn = fn
    def __call__(self, s, i=0): return self.fn(s, i)
    def __add__(self, o):
        def f(s, i): a, i = self(s, i); b, i = o(s, i); return (a if isinstance(a, tuple) else (a,)) + (b,), i
        return P(f)
    def __or__(self, o):
        def f(s, i):
            try: return self(s, i)
            except Fail as e:
                if e.pos > i: raise
                try: return o(s, i)
                except Fail as e2:
                    if e2.pos > i: raise
                    raise Fail(i, f"{e.want} or {e2.want}") from None
        return P(f)
    def __rshift__(self, g):
        def f(s, i): v, i = self(s, i); return g(v), i
        return P(f)
    def __lshift__(self, o):
        def f(s, i): v, i = self(s, i); _, i = o(s, i); return v, i
        return P(f)
    def skip(self, o):
        def f(s, i): _, i = self(s, i); return o(s, i)
        return P(f)
    def many(self, least=0):
        def f(s, i):
            out = []
            while True:
                try: v, j = self(s, i)
                except Fail as e:
                    if e.pos > i or len(out) < least: raise
                    return out, i
                out.append(v); i = j
        return P(f)
    def sep(self, by): return (self + by.skip(self).many() >> (lambda p: [p[0], *p[1]])) | P(lambda s, i: ([], i))
    def all(self, s):
        v, i = self(s)
        if i != len(s): raise Fail(i, "end")
        return v
def char(pred, want): 
    def f(s, i):
        if i < len(s) and pred(s[i]): return s[i], i + 1
        raise Fail(i, want)
    return P(f)
def lit(text):
    def f(s, i):
        if s.startswith(text, i): return text, i + len(text)
        raise Fail(i, repr(text))
    return P(f)
def lazy(get): return P(lambda s, i: get()(s, i))
ws = char(str.isspace, "space").many()
def tok(t): return lit(t) << ws
digits = char(str.isdigit, "digit").many(1) >> "".join
number = ((lit("-") | P(lambda s, i: ("", i))) + digits >> (lambda p: int(p[0] + p[1]))) << ws
escape = lit("\\").skip(char(lambda c: c in 'nt"\\', "escape")) >> (lambda c: {"n": "\n", "t": "\t"}.get(c, c))
string = (lit('"').skip((escape | char(lambda c: c not in '"\\', "character")).many()) << lit('"') << ws) >> "".join
value = lazy(lambda: number | string | array | obj | word)
word = (tok("true") >> (lambda _: True)) | (tok("false") >> (lambda _: False)) | (tok("null") >> (lambda _: None))
array = tok("[").skip(value.sep(tok(","))) << tok("]")
pair = (string << tok(":")) + value
obj = (tok("{").skip(pair.sep(tok(","))) << tok("}")) >> dict
for src in ('[1, -2, "a\\n\\"b"]', '{"k": [true, null, {"x": []}], "z": {}}', "[]", '"plain"', "[1, 2", "[1,]", '{"a" 1}', "tru", "[1] 2", '"open', "-", '{"a": 1, "a": 2}', "[[[[1]]]]", '"\\q"', ""):
    try: print(src, "=>", ws.skip(value).all(src))
    except Fail as e: print(src, "!", e)
def dump(v):
    if v is None or v is True or v is False: return {None: "null", True: "true", False: "false"}[v]
    if isinstance(v, int): return str(v)
    if isinstance(v, str): return '"' + "".join({"\n": "\\n", "\t": "\\t", '"': '\\"', "\\": "\\\\"}.get(c, c) for c in v) + '"'
    if isinstance(v, list): return "[" + ", ".join(map(dump, v)) + "]"
    if isinstance(v, dict): return "{" + ", ".join(f"{dump(k)}: {dump(x)}" for k, x in v.items()) + "}"
    raise TypeError(f"cannot dump {type(v).__name__}")
data = {"n": [1, -5, {"q": '"\t'}], "e": [], "b": [True, False, None]}
print(value.all(dump(data)) == data, dump(data))
try: dump({"x": 1.5})
except TypeError as e: print(e)
symbol = (char(lambda c: c.isalpha() or c in "+-*/<=?", "symbol").many(1) << ws) >> "".join
sexpr = lazy(lambda: number | symbol | (tok("(").skip(sexpr.many()) << tok(")")))
def ev(x, env):
    if isinstance(x, int): return x
    if isinstance(x, str): return env[x]
    head, *rest = x
    if head == "if": return ev(rest[1] if ev(rest[0], env) else rest[2], env)
    if head == "let": return ev(rest[2], {**env, rest[0]: ev(rest[1], env)})
    if head == "fn": return lambda *a: ev(rest[1], {**env, **dict(zip(rest[0], a))})
    if head == "def": env[rest[0]] = ev(rest[1], env); return rest[0]
    return ev(head, env)(*(ev(r, env) for r in rest))
env = {"+": lambda *a: sum(a), "-": lambda a, b: a - b, "*": lambda a, b: a * b, "<": lambda a, b: a < b, "=": lambda a, b: a == b}
for src in ("(+ 1 2 (* 3 4))", "(let x 5 (* x x))", "(def fact (fn (n) (if (< n 2) 1 (* n (fact (- n 1))))))", "(fact 25)", "((fn (f x) (f (f x))) (fn (y) (+ y 1)) 40)", "(undefined 1)", "(+ 1", "(if (= 1 2) 3 4)"):
    try: print(src, "=>", ev(sexpr.all(src), env))
    except Fail as e: print(src, "!", e)
    except KeyError as e: print(src, "unbound", e)
