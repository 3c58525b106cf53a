"""Random valid Python programs for comparing compilers: classes, closures, generators, exceptions, containers, evaluation order.

Every program ends: loops are bounded, recursion has fuel, and statements that may raise stand in try blocks that print
what was raised. `t(n, v)` prints n and gives v, so that the order of evaluation shows in the output.
"""

import random

PRELUDE = '''\
def t(n, v):
    print("t", n)
    return v


def show(v, depth=0):
    if isinstance(v, float):
        return repr(v)
    if isinstance(v, (list, tuple)) and depth < 3:
        return type(v).__name__ + "(" + ", ".join([show(x, depth + 1) for x in v]) + ")"
    if isinstance(v, dict) and depth < 3:
        return "{" + ", ".join([show(k, depth + 1) + ": " + show(x, depth + 1) for k, x in v.items()]) + "}"
    if isinstance(v, (int, str, bytes, bool, type(None))):
        text = repr(v)
        return text if len(text) < 200 else text[:80] + "..." + str(len(text))
    return "<" + type(v).__name__ + ">"


class Fuel(Exception):
    pass


fuel = [4000]


def burn():
    fuel[0] -= 1
    if fuel[0] < 0:
        raise Fuel("out of fuel")
'''


class Gen:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.lines = []
        self.counter = 0
        self.functions = []  # (name, number of parameters)
        self.classes = []
        self.generators = []
        self.coroutines = []  # (name, number of parameters)
        self.async_generators = []
        self.marks = 0

    # ---- helpers ----

    def name(self, prefix):
        self.counter += 1
        return f"{prefix}{self.counter}"

    def pick(self, *choices):
        return self.r.choice(choices)

    def chance(self, p):
        return self.r.random() < p

    def emit(self, depth, text):
        self.lines.append("    " * depth + text)

    # ---- expressions ----

    def constant(self):
        r = self.r
        return self.pick(
            str(r.randint(-5, 5)), str(r.randint(-1000, 1000)), str(r.choice([2**31, 2**61 - 1, 2**61, -2**61, 2**62, 2**63, 2**64, 10**20, -10**30])),
            repr(r.choice([0.0, -0.0, 0.5, 1.5, -2.25, 1e300, 1e-300, 3.14159, 1e16, 123456.789])), repr(r.choice(["", "a", "abc", "x y", "é", "\u20ac", "\U0001f600", "A1"])),
            "True", "False", "None", repr(r.choice([b"", b"ab", b"\x00\xff"])))

    def expr(self, scope, depth=0):
        if depth > 3 or self.chance(0.25):
            return self.r.choice(scope) if scope and self.chance(0.65) else self.constant()
        kind = self.r.randint(0, 21)
        e = lambda: self.expr(scope, depth + 1)
        if kind <= 4:
            return f"({e()} {self.pick('+', '-', '*', '//', '%', '/', '&', '|', '^', '+', '-')} {e()})"
        if kind == 5:
            return f"({e()} {self.pick('<', '<=', '==', '!=', '>', '>=', 'is', 'is not')} {e()})"
        if kind == 6:
            return f"({e()} {self.pick('and', 'or')} {e()})"
        if kind == 7:
            return f"(not {e()})"
        if kind == 8:
            return f"[{', '.join(e() for _ in range(self.r.randint(0, 4)))}]"
        if kind == 9:
            n = self.r.randint(0, 3)
            return f"({', '.join(e() for _ in range(n))}{',' if n == 1 else ''})"
        if kind == 10:
            return "{" + ", ".join(f"{self.key()}: {e()}" for _ in range(self.r.randint(0, 3))) + "}"
        if kind == 11:
            self.marks += 1
            return f"t({self.marks}, {e()})"
        if kind == 12:
            return f"({e()} if {e()} else {e()})"
        if kind == 13 and self.functions:
            name, n = self.r.choice(self.functions)
            count = n if self.chance(0.9) else self.r.randint(0, n + 1)
            return f"{name}({', '.join(e() for _ in range(count))})"
        if kind == 14:
            v = self.name("c")
            inner = scope + [v]
            return f"[{self.expr(inner, depth + 2)} for {v} in range({self.r.randint(0, 5)}){self.pick('', f' if {v} % 2')}]"
        if kind == 15:
            return f"{self.pick('len', 'str', 'repr', 'bool', 'type', 'abs', 'int', 'float', 'list', 'tuple', 'sorted', 'sum', 'min', 'max')}({e()})".replace("type(", "show(")
        if kind == 16:
            return f"{e()}[{self.pick('0', '-1', '1', ':', '1:', '::-1', ':2')}]"
        if kind == 17:
            return f"f\"{{{self.simple(scope)}!r}}|{{{self.simple(scope)}}}\""
        if kind == 18:
            a, b, c = e(), e(), e()
            return f"({a} {self.pick('<', '<=', '==')} {b} {self.pick('<', '!=', '>=')} {c})"
        if kind == 19 and self.classes:
            return f"{self.r.choice(self.classes)}({e()}).{self.pick('get()', 'twice(2)', 'value', 'label')}"
        if kind == 20:
            v = self.name("w")
            return f"(lambda {v}: {self.expr(scope + [v], depth + 2)})({e()})"
        if kind == 21:
            return f"(-{e()})"
        return e()

    def key(self):
        return self.pick(str(self.r.randint(0, 5)), repr(self.r.choice(["a", "b", "key"])), "None", "(1, 2)", "True", "1.5")

    def simple(self, scope):
        return self.r.choice(scope) if scope else str(self.r.randint(0, 9))

    # ---- statements ----

    def block(self, depth, scope, size, context):
        scope = list(scope)
        for _ in range(self.r.randint(1, size)):
            self.stmt(depth, scope, context)
        return scope

    def stmt(self, depth, scope, context):
        if "async" in context and depth <= 4 and self.chance(0.3):
            self.async_stmt(depth, scope, context)
            return
        if "async" not in context and self.coroutines and self.chance(0.06):
            self.emit(depth, f"print(show(drive({self.coroutine_call(scope)})))")
            return
        kind = self.r.randint(0, 20)
        if depth > 4:
            kind %= 7
        if kind <= 2:
            v = self.pick(*scope) if scope and self.chance(0.4) and "const" not in context else self.name("v")
            self.emit(depth, f"{v} = {self.expr(scope)}")
            if v not in scope:
                scope.append(v)
        elif kind == 3 and scope:
            self.emit(depth, f"print(show({self.expr(scope)}))")
        elif kind == 4 and scope:
            self.emit(depth, f"{self.r.choice(scope)} {self.pick('+=', '-=', '*=', '//=', '|=')} {self.expr(scope, 2)}")
        elif kind == 5:
            names = [self.name("u") for _ in range(self.r.randint(1, 3))]
            star = self.r.randrange(len(names)) if self.chance(0.4) else -1
            targets = ", ".join(("*" if i == star else "") + n for i, n in enumerate(names)) + ("," if len(names) == 1 else "")
            self.emit(depth, f"{targets} = {self.expr(scope)}")
            scope += names
        elif kind == 6:
            if "function" in context and self.chance(0.3):
                self.emit(depth, f"return {self.expr(scope)}" if "generator" not in context else f"yield {self.expr(scope)}")
            elif "loop" in context and self.chance(0.5):
                self.emit(depth, f"if {self.expr(scope, 2)}:")
                self.emit(depth + 1, self.pick("break", "continue"))
            else:
                self.emit(depth, f"print(show({self.expr(scope)}))")
        elif kind <= 8:
            self.emit(depth, f"if {self.expr(scope)}:")
            self.block(depth + 1, scope, 3, context)
            if self.chance(0.5):
                self.emit(depth, "else:")
                self.block(depth + 1, scope, 2, context)
        elif kind <= 10:
            v = self.name("i")
            source = self.pick(f"range({self.r.randint(0, 5)})", f"range({self.r.randint(0, 5)}, -3, -2)", f"[{self.expr(scope, 2)}, {self.expr(scope, 2)}]", '"héy"', self.expr(scope, 2))
            self.emit(depth, f"for {v} in {source}:")
            self.emit(depth + 1, "burn()")
            self.block(depth + 1, scope + [v], 3, context | {"loop"})
            if self.chance(0.3):
                self.emit(depth, "else:")
                self.emit(depth + 1, f"print('else {v}')")
        elif kind == 11:
            v = self.name("n")
            self.emit(depth, f"{v} = {self.r.randint(0, 6)}")
            self.emit(depth, f"while {v} > 0:")
            self.emit(depth + 1, f"{v} -= 1")
            self.emit(depth + 1, "burn()")
            self.block(depth + 1, scope + [v], 3, (context | {"loop", "const"}))
        elif kind <= 14:
            self.try_stmt(depth, scope, context)
        elif kind == 15 and self.generators:
            v = self.name("g")
            self.emit(depth, f"for {v} in {self.r.choice(self.generators)}({self.expr(scope, 2)}):")
            self.emit(depth + 1, "burn()")
            self.emit(depth + 1, f"print('got', show({v}))")
            if self.chance(0.3):
                self.emit(depth + 1, "break")
        elif kind == 16:
            self.emit(depth, f"with Manager({self.r.randint(0, 99)}, {self.pick('True', 'False')}):")
            self.block(depth + 1, scope, 3, context)
        elif kind == 17 and depth < 3:
            f = self.name("inner")
            v = self.name("p")
            self.emit(depth, f"def {f}({v}, q=1):")
            if scope and self.chance(0.4) and "function" in context and "class" not in context:
                self.emit(depth + 1, f"burn()")
            self.block(depth + 1, scope + [v], 3, (context - {"loop", "generator", "async"}) | {"function", "const"})
            self.emit(depth, f"print(show({f}({self.expr(scope, 2)})))")
        elif kind == 18:
            self.emit(depth, f"raise {self.pick('ValueError', 'KeyError', 'TypeError', 'Fuel')}({self.expr(scope, 2)})" if self.chance(0.3) else f"assert {self.expr(scope, 1)}, {self.expr(scope, 2)}")
        elif kind == 19 and scope:
            d = self.name("d")
            self.emit(depth, f"{d} = {{}}")
            self.emit(depth, f"{d}[{self.key()}] = {self.expr(scope)}")
            self.emit(depth, f"{d}[{self.key()}] = {self.expr(scope)}")
            self.emit(depth, f"print(show({d}), len({d}))")
            scope.append(d)
        else:
            lst = self.name("l")
            self.emit(depth, f"{lst} = [{self.expr(scope, 2)}, {self.expr(scope, 2)}, {self.expr(scope, 2)}]")
            self.emit(depth, self.pick(f"{lst}.append({self.expr(scope, 2)})", f"{lst}[{self.r.randint(-3, 3)}] = {self.expr(scope, 2)}", f"{lst}.reverse()",
                                       f"del {lst}[{self.r.randint(-3, 3)}]", f"{lst}[1:2] = [{self.expr(scope, 2)}]", f"{lst}.insert(1, {self.expr(scope, 3)})", f"{lst} += {lst}"))
            self.emit(depth, f"print(show({lst}))")
            scope.append(lst)

    # ---- async ----

    def coroutine_call(self, scope):
        name, n = self.r.choice(self.coroutines)
        return f"{name}({', '.join(self.expr(scope, 2) for _ in range(n))})"

    def awaited(self, scope):
        if self.coroutines and self.chance(0.4):
            return f"await {self.coroutine_call(scope)}"
        return f"await Pause({self.expr(scope, 2)})"

    def async_stmt(self, depth, scope, context):
        kind = self.r.randint(0, 6)
        v = self.name("a")
        if kind <= 1:
            self.emit(depth, f"{v} = {self.awaited(scope)}")
            scope.append(v)
        elif kind == 2:
            self.emit(depth, f"{v} = [{self.expr(scope, 2)}, {self.awaited(scope)}, {self.expr(scope, 2)}, ({self.awaited(scope)}, {self.expr(scope, 2)})]")
            self.emit(depth, f"print(show({v}))")
            scope.append(v)
        elif kind == 3:
            self.emit(depth, f"async with AsyncManager({self.r.randint(0, 99)}, {self.pick('True', 'False')}) as {v}:")
            self.block(depth + 1, scope + [v], 3, context)
        elif kind == 4:
            i = self.name("i")
            self.emit(depth, f"{v} = [({i}, {self.awaited(scope)}) for {i} in range({self.r.randint(0, 3)}) if {self.awaited(scope)}]")
            self.emit(depth, f"print(show({v}))")
            scope.append(v)
        elif self.async_generators:
            source = f"{self.r.choice(self.async_generators)}({self.expr(scope, 2)})"
            if kind == 5:
                self.emit(depth, f"print(show([{v} async for {v} in {source}]))")
                return
            # closed by hand: without reference counts nobody knows when it is dropped
            g = self.name("ag")
            self.emit(depth, f"{g} = {source}")
            self.emit(depth, "try:")
            self.emit(depth + 1, f"async for {v} in {g}:")
            self.emit(depth + 2, "burn()")
            self.block(depth + 2, scope + [v], 3, context | {"loop"})
            self.emit(depth, "finally:")
            self.emit(depth + 1, f"await {g}.aclose()")
        else:
            self.emit(depth, f"print(show({self.awaited(scope)}))")

    def coroutine(self):
        name = self.name("co")
        params = [self.name("p") for _ in range(self.r.randint(0, 2))]
        self.emit(0, f"async def {name}({', '.join(params)}):")
        self.emit(1, "burn()")
        self.block(1, params, 6, {"function", "async"})
        self.emit(1, f"return {self.expr(params)}")
        self.emit(0, "")
        self.coroutines.append((name, len(params)))

    def async_generator(self):
        name, p = self.name("agen"), self.name("p")
        self.emit(0, f"async def {name}({p}):")
        self.emit(1, "burn()")
        self.emit(1, "try:")
        self.emit(2, f"yield {self.expr([p])}")
        self.block(2, [p], 4, {"function", "generator", "async"})
        self.emit(2, f"yield {self.awaited([p])}")
        self.emit(1, "finally:")
        self.emit(2, f"print('closing {name}', show({self.awaited([p])}))")
        self.emit(0, "")
        self.async_generators.append(name)

    def try_stmt(self, depth, scope, context):
        self.emit(depth, "try:")
        self.block(depth + 1, scope, 3, context)
        form = self.r.randint(0, 3)
        if form != 3:
            e = self.name("e")
            self.emit(depth, f"except {self.pick('ValueError', '(TypeError, KeyError)', 'Exception', 'ZeroDivisionError', 'ArithmeticError', 'LookupError')} as {e}:")
            self.emit(depth + 1, f"print('caught', type({e}).__name__, {e}, type({e}.__context__).__name__)")
            if self.chance(0.3):
                self.block(depth + 1, scope, 2, context)
            if self.chance(0.15):
                self.emit(depth + 1, self.pick("raise", f"raise RuntimeError('again') from {e}", "raise ValueError('other')"))
        if form == 1:
            self.emit(depth, "else:")
            self.emit(depth + 1, "print('else')")
        if form >= 2:
            self.emit(depth, "finally:")
            self.emit(depth + 1, f"print('finally {self.counter}')")
            if self.chance(0.2):
                self.block(depth + 1, scope, 2, context)

    # ---- definitions ----

    def function(self):
        name = self.name("f")
        n = self.r.randint(0, 3)
        params = [self.name("p") for _ in range(n)]
        self.emit(0, f"def {name}({', '.join(params)}):")
        self.emit(1, "burn()")
        self.block(1, params, 6, {"function"})
        self.emit(1, f"return {self.expr(params)}")
        self.emit(0, "")
        self.functions.append((name, n))

    def generator(self):
        name, p = self.name("gen"), self.name("p")
        self.emit(0, f"def {name}({p}):")
        self.emit(1, "burn()")
        self.emit(1, "try:")
        self.emit(2, f"yield {self.expr([p])}")
        self.block(2, [p], 4, {"function", "generator"})
        self.emit(2, f"x = yield {self.expr([p])}")
        self.emit(2, "print('sent', show(x))")
        self.emit(1, "finally:")
        self.emit(2, f"print('closing {name}')")
        self.emit(0, "")
        self.generators.append(name)

    def klass(self):
        name = self.name("C")
        base = self.r.choice(self.classes) if self.classes and self.chance(0.6) else ""
        self.emit(0, f"class {name}({base}):")
        self.emit(1, f"label = {self.constant()}")
        self.emit(1, "def __init__(self, value):")
        if base:
            self.emit(2, "super().__init__(value)")
        self.emit(2, f"self.value = {self.expr(['value'])}")
        self.emit(1, "def get(self):")
        self.emit(2, "burn()")
        self.emit(2, f"return {self.expr(['self.value', 'self.label'])}")
        if not base or self.chance(0.4):
            self.emit(1, "def twice(self, n):")
            self.emit(2, f"return (self.get(), {self.expr(['self.value', 'n'])})" + ("" if not base else " + super().twice(n)"))
        if self.chance(0.5):
            self.emit(1, "def __eq__(self, other):")
            self.emit(2, f"print('eq {name}')")
            self.emit(2, "return NotImplemented")
        if self.chance(0.4):
            self.emit(1, "def __add__(self, other):")
            self.emit(2, f"return ('add', {self.expr(['self.label'])})")
        if self.chance(0.4):
            self.emit(1, "def __radd__(self, other):")
            self.emit(2, f"return ('radd', {self.expr(['self.label'])})")
        if self.chance(0.3):
            self.emit(1, "def __bool__(self):")
            self.emit(2, f"return {self.pick('True', 'False')}")
        self.emit(0, "")
        self.classes.append(name)

    def program(self):
        for _ in range(self.r.randint(3, 7)):
            self.pick(self.function, self.function, self.generator, self.klass, self.coroutine, self.async_generator)()
        scope = []
        for _ in range(self.r.randint(6, 14)):
            self.emit(0, "fuel[0] = 300")
            self.emit(0, "try:")
            self.block(1, scope, 5, set())
            self.emit(0, "except Exception as error:")
            self.emit(1, "print('top', type(error).__name__, str(error)[:200])")
        if self.chance(0.3):
            self.stmt(0, [], set())
        return PRELUDE + MANAGER + "\n\n" + "\n".join(self.lines) + "\n"


MANAGER = '''

class Manager:
    def __init__(self, n, swallow):
        self.n = n
        self.swallow = swallow

    def __enter__(self):
        print("enter", self.n)
        return self

    def __exit__(self, kind, value, traceback):
        print("exit", self.n, kind.__name__ if kind else None)
        return self.swallow and kind is not Fuel


class Pause:
    def __init__(self, value):
        self.value = value

    def __await__(self):
        return (yield self.value)


class AsyncManager(Manager):
    async def __aenter__(self):
        self.__enter__()
        return await Pause(self.n)

    async def __aexit__(self, kind, value, traceback):
        return await Pause(self.__exit__(kind, value, traceback))


def drive(coroutine):
    sent = None
    try:
        while True:
            burn()
            try:
                out = coroutine.send(sent)
            except StopIteration as stop:
                return stop.value
            print("pause", show(out))
            sent = out
    finally:
        coroutine.close()
'''


def program(seed):
    return Gen(seed).program()


if __name__ == "__main__":
    import sys

    print(program(int(sys.argv[1])), end="")
