"""A small Lisp: reader, evaluator with tail calls, closures, and its own errors."""


class LispError(Exception):
    pass


class Symbol(str):
    __slots__ = ()

    def __repr__(self):
        return f"'{self}"


class Scope(dict):
    def __init__(self, names=(), values=(), outer=None):
        super().__init__(zip(names, values))
        self.outer = outer

    def find(self, name):
        scope = self
        while scope is not None:
            if name in scope:
                return scope
            scope = scope.outer
        raise LispError(f"unbound: {str(name)}")


class Lambda:
    def __init__(self, names, body, scope):
        self.names, self.body, self.scope = names, body, scope

    def __call__(self, *args):
        return evaluate(self.body, self.bind(args))

    def bind(self, args):
        if len(args) != len(self.names):
            raise LispError(f"wanted {len(self.names)} arguments, got {len(args)}")
        return Scope(self.names, args, self.scope)


def tokens(text):
    return text.replace("(", " ( ").replace(")", " ) ").replace("'", " ' ").split()


def read(words):
    if not words:
        raise LispError("unexpected end")
    word = words.pop(0)
    if word == "(":
        items = []
        while True:
            if not words:
                raise LispError("missing )")
            if words[0] == ")":
                words.pop(0)
                return items
            items.append(read(words))
    if word == ")":
        raise LispError("unexpected )")
    if word == "'":
        return [Symbol("quote"), read(words)]
    for kind in (int, float, Symbol):
        try:
            return kind(word)
        except ValueError:
            continue


def show(x):
    if x is True:
        return "#t"
    if x is False:
        return "#f"
    if isinstance(x, list):
        return "(" + " ".join(map(show, x)) + ")"
    if isinstance(x, Lambda):
        return f"<lambda/{len(x.names)}>"
    return str(x)


def evaluate(x, scope):
    while True:
        if isinstance(x, Symbol):
            return scope.find(x)[x]
        if not isinstance(x, list):
            return x
        if not x:
            return []
        head = x[0]
        if head == "quote":
            return x[1]
        if head == "if":
            _, test, *branches = x
            if evaluate(test, scope) is not False:
                x = branches[0]
            elif len(branches) > 1:
                x = branches[1]
            else:
                return []
        elif head == "define":
            _, name, *body = x
            if isinstance(name, list):
                name, *names = name
                value = Lambda(names, body[0], scope)
            else:
                value = evaluate(body[0], scope)
            scope[name] = value
            return value
        elif head == "set!":
            scope.find(x[1])[x[1]] = value = evaluate(x[2], scope)
            return value
        elif head == "lambda":
            return Lambda(x[1], x[2], scope)
        elif head == "begin":
            for item in x[1:-1]:
                evaluate(item, scope)
            x = x[-1]
        elif head == "let":
            names = [pair[0] for pair in x[1]]
            values = [evaluate(pair[1], scope) for pair in x[1]]
            x, scope = x[2], Scope(names, values, scope)
        else:
            f, *args = [evaluate(item, scope) for item in x]
            if isinstance(f, Lambda):
                x, scope = f.body, f.bind(args)
            elif callable(f):
                return f(*args)
            else:
                raise LispError(f"not a function: {show(f)}")


def fold(f):
    def run(first, *rest):
        for x in rest:
            first = f(first, x)
        return first

    return run


def base():
    scope = Scope()
    scope.update(
        {
            Symbol("+"): fold(lambda a, b: a + b), Symbol("*"): fold(lambda a, b: a * b), Symbol("-"): lambda a, *r: a - sum(r) if r else -a,
            Symbol("/"): lambda a, b: a // b if a % b == 0 else a / b, Symbol("="): lambda a, b: a == b, Symbol("<"): lambda a, b: a < b,
            Symbol("list"): lambda *a: list(a), Symbol("car"): lambda a: a[0], Symbol("cdr"): lambda a: a[1:],
            Symbol("cons"): lambda a, b: [a] + b, Symbol("null?"): lambda a: a == [], Symbol("map"): lambda f, a: [f(i) for i in a],
        }
    )
    return scope


PROGRAM = """
(define (fact n) (if (< n 2) 1 (* n (fact (- n 1)))))
(fact 30)
(define (count n acc) (if (= n 0) acc (count (- n 1) (+ acc 2))))
(count 5000 0)
(define make (lambda (n) (lambda (d) (begin (set! n (+ n d)) n))))
(define acc (make 10))
(acc 5)
(acc 7)
(map (lambda (x) (* x x)) '(1 2 3.5))
(let ((a 1) (b (+ 1 1))) (list a b (list) 'sym))
(define (fold f z l) (if (null? l) z (fold f (f z (car l)) (cdr l))))
(fold + 0 '(1 2 3 4 5))
(fold (lambda (a x) (cons x a)) '() '(a b c))
(if (< 2 1) 'yes)
make
(/ 7 2)
(undefined 1)
(car '())
((lambda (x) x))
(1 2)
(+ 1 'a)
"""
scope = base()
for line in PROGRAM.strip().splitlines():
    try:
        print(f"{line} => {show(evaluate(read(tokens(line)), scope))}")
    except (LispError, IndexError, TypeError) as e:
        print(f"{line} !! {type(e).__name__}: {e}")
for broken in ("(", ")", "(a (b)", ""):
    try:
        read(tokens(broken))
    except LispError as e:
        print(repr(broken), e)
