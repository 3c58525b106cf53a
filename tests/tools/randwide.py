"""Random valid programs of a second sort: hot loops over ints at the edges of the small range and floats, classes with properties, slots
and inheritance, closures, decorators, calls with every kind of argument, generators that are sent to and thrown at, uncaught tracebacks."""

import random

PRELUDE = '''\
import sys


def show(v):
    text = repr(v)
    return text if len(text) < 160 else text[:80] + "..." + str(len(text))


def attempt(name, f, *args, **kwargs):
    try:
        print(name, show(f(*args, **kwargs)))
    except Exception as error:
        print(name, type(error).__name__, str(error)[:150], type(error.__context__).__name__, type(error.__cause__).__name__)


class Manager:
    def __init__(self, n, swallow):
        self.n = n
        self.swallow = swallow

    def __enter__(self):
        print("enter", self.n)
        return self.n

    def __exit__(self, kind, value, traceback):
        print("exit", self.n, kind and kind.__name__, value)
        return self.swallow

'''

EDGES = [0, 1, -1, 2, 7, -3, 255, 2**31, 2**59 - 5, 2**60 - 3, -(2**60) + 3, 2**61 - 2, 2**61, -(2**61), 2**62, 2**63 - 1, -(2**63), 2**64, 10**25]
FLOATS = [0.0, -0.0, 1.0, 0.1, -2.5, 1e16, 1e300, -1e-300, 3.0, 2.0**60]


class Wide:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.lines = []
        self.counter = 0
        self.calls = []

    def name(self, prefix):
        self.counter += 1
        return f"{prefix}{self.counter}"

    def pick(self, *choices):
        return self.r.choice(choices)

    def chance(self, p):
        return self.r.random() < p

    def emit(self, depth, text):
        self.lines.append("    " * depth + text)

    def number(self):
        k = self.r.random()
        if k < 0.5:
            return str(self.r.randint(-9, 30))
        if k < 0.75:
            return f"({self.r.choice(EDGES)})"
        return f"({self.r.choice(FLOATS)!r})"

    def value(self):
        return self.pick(self.number(), self.number(), repr(self.r.choice(["", "a", "héy", "abc abc", "Zz9 ", "\U0001f600x"])), "None", "True", "[1, 2.5, 'x']", "(1,)", "{'k': 1, 2: 'z'}",
                         "b'xyz'", "range(3)", "{5}")

    def arith(self, names, depth=0):
        """An arithmetic expression."""
        if depth > 2 or self.chance(0.25):
            return self.r.choice(names) if self.chance(0.7) else self.number()
        k = self.r.randint(0, 12)
        a, b = self.arith(names, depth + 1), self.arith(names, depth + 1)
        if k <= 6:
            return f"({a} {self.pick('+', '-', '*', '+', '-')} {b})"
        if k == 7:
            return f"({a} {self.pick('//', '%', '/')} {self.pick(b, str(self.r.choice([2, 3, -7, 10, 16, 0.5])))})"
        if k == 8:
            return f"({a} {self.pick('&', '|', '^')} {b})" if self.chance(0.4) else f"(int({a}) {self.pick('&', '|', '^')} int({b}))"
        if k == 9:
            return f"(int({a}) {self.pick('<<', '>>')} {self.r.randint(0, 70)})" if self.chance(0.6) else f"({a} if {self.test(names)} else {b})"
        if k == 10:
            return f"({self.pick('-', '+', 'abs', 'not ')}({a}))"
        if k == 11:
            return self.pick(f"min({a}, {b})", f"max({a}, {b})", f"len(str({a}))", f"int({a})", f"float({a})", f"round({a})", f"divmod({a}, 7)[1]", f"bool({a})", f"({a}) ** 2", f"hash({a})")
        return f"({a} {self.pick('<', '==', '!=', '>=', 'and', 'or')} {b})"

    def test(self, names):
        a, b = self.r.choice(names), self.r.choice(names + [self.number()])
        return self.pick(f"{a} < {b}", f"{a} == {b}", f"{a} > {self.number()}", f"{a}", f"not {a}", f"0 <= {a} < {b}", f"{a} is None", f"int({a}) % 3 == 1", f"{a} != {b} and {b} <= 9")

    # ---- hot loops ----

    def clamp(self, depth, v):
        self.emit(depth, f"if not -1e40 < {v} < 1e40:")
        self.emit(depth + 1, f"{v} = {self.number()}")

    def loop_body(self, depth, names, index, depth_left):
        for _ in range(self.r.randint(1, 4)):
            k = self.r.randint(0, 11)
            v = self.r.choice(names)
            every = names + [index]
            if k <= 3:
                self.emit(depth, f"{v} {self.pick('+=', '-=', '+=', '*=')} {self.arith(every, 2)}")
                self.clamp(depth, v)
            elif k == 4:
                self.emit(depth, f"{v} = {self.arith(every)}")
                self.clamp(depth, v)
            elif k == 5:
                self.emit(depth, f"if {self.test(every)}:")
                self.emit(depth + 1, self.pick("continue", "break" if self.chance(0.3) else "pass", f"{v} = {self.number()}", f"{v} += {index}"))
            elif k == 6 and depth_left:
                inner = self.name("j")
                self.emit(depth, f"for {inner} in range({self.pick('3', '5', index + ' % 4', '2, 9, 3', '5, 0, -2')}):")
                self.loop_body(depth + 1, names, inner, depth_left - 1)
            elif k == 7:
                self.emit(depth, "try:")
                self.emit(depth + 1, f"{v} = {self.arith(every)}")
                self.clamp(depth + 1, v)
                self.emit(depth, f"except ({self.pick('ZeroDivisionError, OverflowError, TypeError, ValueError', 'Exception,', 'ArithmeticError, TypeError, ValueError')}) as error:")
                self.emit(depth + 1, f"{v} = {self.pick(index, str(self.r.randint(0, 9)))}")
            elif k == 8:
                self.emit(depth, f"seq[int({index}) % len(seq)] = {self.arith(every, 2)}")
                self.emit(depth, f"{v} = seq[{self.pick('-1', '0', '1', f'{index} % len(seq)')}]")
                self.clamp(depth, v)
            elif k == 9:
                self.emit(depth, f"table[{self.pick(index, f'{index} % 5', f'str({index} % 3)')}] = table.get({index} - 1, 0) {self.pick('+', '-', '^')} 1")
            elif k == 10:
                w = self.r.choice([n for n in names if n != v] + ["spare"])
                self.emit(depth, f"{v}, {w} = {self.r.choice(every)}, {self.r.choice(every)}")
            else:
                self.emit(depth, f"text = (text + {self.pick('str(', 'repr(')}{self.r.choice(every)}))[-{self.r.randint(3, 9)}:]")

    def hot(self):
        f = self.name("hot")
        names = [self.name("v") for _ in range(self.r.randint(2, 4))]
        params = names[: self.r.randint(0, len(names))]
        self.emit(0, f"def {f}({', '.join(params)}):")
        for v in names[len(params) :]:
            self.emit(1, f"{v} = {self.number()}")
        self.emit(1, "seq = [1, 2.5, 3, -4]")
        self.emit(1, "table = {}")
        self.emit(1, "text = ''")
        index = self.name("i")
        count = self.pick(10, 100, 1000, 3000)
        if self.chance(0.6):
            self.emit(1, f"for {index} in {self.pick(f'range({count})', f'range({count}, 0, -1)', f'range(2**61 - {count // 2}, 2**61 + {count // 2})', f'range(-5, {count}, 3)', f'range(2**63 - {count // 2}, 2**63 + 9)')}:")
        else:
            start = self.pick("0", "2**61 - 30", "-7", "0.0", "2**60 - 9", "2**63 - 5")
            self.emit(1, f"{index} = {start}")
            self.emit(1, f"end = {index} + {count}")
            self.emit(1, f"while {index} < end:")
            self.emit(2, f"{index} += {self.pick('1', '1', '2', 'True') if '*' in start else self.pick('1', '2', '1.0', '1.5', 'True')}")
        self.loop_body(2, names, index, 1)
        if self.chance(0.3):
            self.emit(1, "else:")
            self.emit(2, "print('else')")
        self.emit(1, f"return {', '.join(names)}, seq, len(table), text, {index}")
        self.emit(0, "")
        for _ in range(self.r.randint(1, 3)):
            self.calls.append(f"attempt({f!r}, {', '.join([f] + [self.number() for _ in params])})")

    # ---- classes ----

    def klass(self):
        base, sub = self.name("Base"), self.name("Sub")
        slots = self.chance(0.4)
        a, b = "abc"[self.r.randint(0, 2)], self.pick("x", "y")
        deco = self.pick("property", "classmethod", "staticmethod")
        self.emit(0, f"class {base}:")
        if slots:
            self.emit(1, f"__slots__ = ('{a}', '_{b}')")
        self.emit(1, "made = 0")
        self.emit(1, f"def __init__(self, {a}, _v=0):")
        self.emit(2, f"self.{a} = {a}")
        self.emit(2, f"self._{b} = _v")
        self.emit(2, f"{self.pick(base, 'type(self)')}.made += 1")
        self.emit(1, "@property")
        self.emit(1, f"def {b}(self):")
        self.emit(2, f"return self._{b}")
        if self.chance(0.7):
            self.emit(1, f"@{b}.setter")
            self.emit(1, f"def {b}(self, value):")
            self.emit(2, f"self._{b} = value {self.pick('+', '*', '-')} 2")
        self.emit(1, "def step(self, n=1, *rest, k=2, **more):")
        self.emit(2, f"self._{b} {self.pick('+=', '-=', '*=')} n")
        self.emit(2, f"return self._{b}, rest, k, sorted(more)")
        self.emit(1, f"def __repr__(self): return f'{base}({{self.{a}!r}})'")
        for method in ("__lt__", "__eq__", "__len__", "__getitem__", "__contains__", "__call__", "__iadd__", "__rsub__", "__iter__", "__hash__", "__getattr__", "__bool__"):
            if self.chance(0.25):
                self.emit(1, f"def {method}(self, *p):")
                ok = {"__len__": "3", "__iter__": "iter((1, 2, 3))", "__hash__": "7", "__bool__": "False", "__iadd__": "self", "__getattr__": "('attr', p)"}.get(method, f"self.{a} if not p else p[0]")
                if method == "__getattr__":
                    self.emit(2, "if p[0].startswith('_'): raise AttributeError(p[0])")
                if method == "__getitem__":
                    self.emit(2, "if p[0] == 3: raise IndexError('end')")
                self.emit(2, f"return {self.pick(ok, ok, ok, self.value())}")
        self.emit(0, "")
        self.emit(0, f"class {sub}({base}):")
        if slots and self.chance(0.5):
            self.emit(1, "__slots__ = ('extra',)")
        self.emit(1, "def step(self, *args, **kwargs):")
        self.emit(2, f"return ('sub',) + super().step(*args, **kwargs)")
        self.emit(1, f"@{deco}")
        self.emit(1, f"def what({'' if deco == 'staticmethod' else 'self'}): return {self.value()}")
        self.emit(0, "")
        o = self.name("o")
        for cls in (base, sub):
            self.emit(0, f"{o} = {cls}({self.value()}, {self.number()})")
            tries = [f"{o}.{b}", f"setattr({o}, '{b}', 5)", f"{o}.step({self.value()})", f"{o}.step(*[1, 2], z=3, **{{'q': 1}})", f"{o}.missing", f"{o} + 1", f"1 - {o}", f"{o} < {o}", f"{o} == 3", f"len({o})", f"{o}[0]",
                     f"list({o})", f"3 in {o}", f"{o}(1, 2)", f"bool({o})", f"hash({o}) == hash({o})", f"callable({o}.what)", f"{o}.what()", f"setattr({o}, 'extra', 4)", f"{o}.extra", f"delattr({o}, '{a}')", f"{o}.{a}", f"{cls}.made",
                     f"{cls}.{b}.fget({o})", f"[*{o}]", f"f'{{{o}}}'", f"f'{{{o}:>5}}'", f"getattr({o}, 'zz', 'dflt')", f"isinstance({o}, {base}), issubclass({sub}, {base})", f"{cls}()", f"{cls}(1, 2, 3)", f"{o}.step(k=1, n=2, n2=3)", f"sorted([{o}, {o}])",
                     f"vars({o})", f"max({o}, {o})", f"dict.fromkeys([{o}])"]
            for t in self.r.sample(tries, 10):
                self.emit(0, f"attempt({t!r}, lambda: {t})")
        if self.chance(0.5):
            self.emit(0, f"for i in range(60):")
            self.emit(1, f"if i == 30: {self.pick(base, sub)}.step = lambda self, *a: ('patched', a)")
            self.emit(1, f"if i == 45: {sub}.{b} = {self.pick('99', 'property(lambda self: 1 // 0)')}")
            self.emit(1, f"if i % 9 == 0: attempt('m', lambda: ({o}.step(i), {o}.{b}))")
        self.emit(0, "")

    # ---- functions ----

    def closure(self):
        f, g = self.name("outer"), self.name("deco")
        self.emit(0, f"def {g}(fn):")
        self.emit(1, "count = 0")
        self.emit(1, "def wrapper(*args, **kwargs):")
        self.emit(2, "nonlocal count")
        self.emit(2, f"count {self.pick('+=', '-=')} {self.pick('1', '0.5', '2**61')}")
        self.emit(2, f"return count, {self.pick('fn(*args, **kwargs)', 'fn(*args[::-1], **kwargs)', 'fn(*args)')}")
        self.emit(1, "return wrapper")
        self.emit(0, "")
        params = self.pick("a, b=2", "a, /, b, *, c=3", "*args, k=1", "a, b=1, *c, d, **e", "a=1, b=2, **k", "**k", "a, (b)=4")
        params = params.replace("(b)", "b")
        import re

        names = re.findall(r"[a-z]+", re.sub(r"=\w+", "", params))
        if self.chance(0.6):
            self.emit(0, f"@{g}")
        self.emit(0, f"def {f}({params}):")
        self.emit(1, f"return {', '.join(names)},")
        self.emit(0, "")
        for _ in range(5):
            args = self.pick("", "1", "1, 2", "*(1, 2, 3)", "1, *[2], 3", "1, b=5", "c=9, a=1, b=2", "**{'a': 1}", "1, **{'d': 4, 'z': 5}", "*'ab', **dict(c=1)", "1, 2, 3, d=4", "b=1", "1, a=2", "k=3", "*range(9), k=2", "**{'b': 1}, a=2", "*[], **{}")
            self.emit(0, f"attempt('call', lambda: {f}({args}))")
        self.emit(0, "")

    def generator(self):
        g = self.name("gen")
        self.emit(0, f"def {g}(n):")
        self.emit(1, f"total = {self.number()}")
        self.emit(1, "try:")
        self.emit(2, "while n > 0:")
        self.emit(3, "n -= 1")
        self.emit(3, "try:")
        self.emit(4, f"got = yield {self.pick('n', 'total', '(n, total)', 'n * 2**60')}")
        self.emit(4, "if got is not None:")
        self.emit(5, "total = got")
        self.emit(4, self.pick("pass", "if got == 5: return 'five'", "if got == 5: yield from range(2)", "total = total + n"))
        self.emit(3, f"except {self.pick('ValueError', 'KeyError', 'LookupError')} as error:")
        self.emit(4, self.pick("print('in', error)", "raise RuntimeError('inside')", "yield 'handled'", "return error", "raise"))
        self.emit(1, "finally:")
        self.emit(2, f"print('closing', n, {self.pick('total', '1')})")
        self.emit(1, "return total")
        self.emit(0, "")
        if self.chance(0.5):
            d = self.name("gen")
            self.emit(0, f"def {d}(n):")
            self.emit(1, f"x = yield from {g}(n)")
            self.emit(1, "print('result', show(x))")
            self.emit(1, "yield x")
            self.emit(0, "")
            g = d
        it = self.name("it")
        self.emit(0, f"{it} = {g}({self.r.randint(0, 6)})")
        for _ in range(self.r.randint(3, 9)):
            op = self.pick(f"next({it})", f"next({it}, 'end')", f"{it}.send({self.pick('None', '5', 'None', self.number())})", f"{it}.throw(ValueError('v'))", f"{it}.throw(KeyError, 'k')", f"{it}.close()", f"list({it})", f"sum(1 for _ in {it})")
            if op.startswith(("list", "sum")) and self.chance(0.6):
                continue
            self.emit(0, f"attempt({op!r}, lambda: {op})")
        self.emit(0, f"attempt('close', {it}.close)")
        self.emit(0, "")

    # ---- methods and formats ----

    def methods(self):
        x = self.name("x")
        kind = self.pick("str", "list", "dict", "set", "bytes", "int", "float")
        init = {"str": repr(self.pick("", "abc", "Hello, World", "a,b,,c", "ß İ é", "  pad\t", "aXbXc")), "list": self.pick("[]", "[3, 1, 2]", "[1, 2.0, True, 'a']", "list('hello')"), "dict": self.pick("{}", "{'a': 1, 'b': 2}", "{1: 'x', 1.0: 'y', True: 'z'}"),
                "set": self.pick("set()", "{1, 2, 3}", "set(range(0, 50, 7))"), "bytes": self.pick("b''", "b'abcabc'", "b'\\x00\\xff'"), "int": f"{self.r.choice(EDGES)}", "float": f"{self.r.choice(FLOATS)!r}"}[kind]
        self.emit(0, f"{x} = {init}")
        n = lambda: str(self.r.randint(-4, 8))
        sub = self.pick("'a'", "'b'", "''", "'X'", "', '")
        ops = {
            "str": [f"{x}.split({sub})", f"{x}.split()", f"{x}.rsplit({sub}, 1)", f"{x}.find({sub}, {n()})", f"{x}.replace({sub}, '--', {n()})", f"{x}.partition({sub})", f"{x}.title()", f"{x}.swapcase()", f"{x}.center({n()}, '*')", f"{x}.zfill({n()})", f"{x} * {n()}", f"{x}[{n()}:{n()}:{self.pick('1', '-1', '2', '0', '')}]",
                    f"{x}.index({sub})", f"{x}.count({sub})", f"{x}.join(['1', '2'])", f"{x}.join([1])", f"{x}.encode()", f"{x}.encode('ascii')", f"{x}.upper().lower().casefold()", f"{x}.strip('a ')", f"{x}[{n()}]", f"{x}.isalpha(), {x}.isdigit(), {x}.isspace(), {x}.istitle()", f"{x} % (1,)", f"{x}.format(1)", f"{x}.expandtabs({n()})", f"{x}.splitlines()", f"{x} + 1", f"{x} < 'b'", f"f'{{{x}:{self.pick('>10', '^7', '.2', 'd', '*<5')}}}'", f"int({x})", f"sorted({x})", f"{x}.removeprefix('a')", f"ord({x})"],
            "list": [f"{x}.append({self.value()})", f"{x}.pop({n()})", f"{x}.pop()", f"{x}.insert({n()}, {self.value()})", f"{x}.sort()", f"{x}.sort(key=str, reverse=True)", f"{x}.index({self.value()})", f"{x}.remove({self.number()})", f"{x}.__setitem__(slice({n()}, {n()}), [7, 8])", f"{x}.__setitem__(slice(None, None, 2), [7, 8])", f"{x}.__delitem__(slice({n()}, None, {self.pick('1', '2', '-1')}))", f"{x} * {n()}", f"{x}.extend('xy')", f"{x}.reverse()", f"{x}.copy()", f"{x} + (1,)", f"{x}.count(1)", f"{x} == list({x})", f"{x}[{n()}]", f"{x}['a']", f"[a for a in {x} if a]", f"sum({x})", f"max({x})", f"list(zip({x}, {x}[1:]))", f"list(enumerate({x}, {n()}))", f"dict(zip({x}, range(9)))", f"(lambda a, *b: (a, b))(*{x})", f"any({x}), all({x})", f"list(map(str, {x}))", f"list(reversed({x}))", f"{x}.index(1, {n()})"],
            "dict": [f"{x}.get({self.value()})", f"{x}.pop('a')", f"{x}.pop('zz', None)", f"{x}.popitem()", f"{x}.setdefault({self.number()}, [])", f"{x}.update(c=3)", f"{x}.update([(1, 2)])", f"{x}.update([1])", f"{x} | {{'n': 1}}", f"list({x}.items())", f"{x}.keys() & {{'a'}}", f"{x}['b']", f"{x}[[]]", f"{x}.__delitem__('b')", f"{x}.copy() == {x}", f"{{**{x}, 'a': 9}}", f"[*{x}]", f"'a' in {x}, 1 in {x}", f"{{v: k for k, v in {x}.items()}}", f"list(reversed({x}))", f"len({x})", f"{x}.fromkeys('ab', 0)", f"sorted({x})", f"[{x}.pop(k) for k in {x}]", f"[{x}.update({{k: 1}}) for k in {x}]"],
            "set": [f"{x}.add({self.number()})", f"{x}.add([])", f"{x}.discard(1)", f"{x}.remove(99)", f"sorted({x} | {{9}})", f"sorted({x} & {{1, 7}})", f"sorted({x} - {{1}})", f"sorted({x} ^ {{1, 100}})", f"{x} <= {{1, 2, 3, 4}}", f"{x}.isdisjoint([5])", f"{x} | [1]", f"len({x})", f"{x}.update('ab')", f"sorted(map(str, {x}))", f"frozenset({x}) == {x}", f"{x}.union([1], 'c') >= {x}"],
            "bytes": [f"{x}.find(b'b')", f"{x}[0]", f"{x}[{n()}:{n()}]", f"{x}.split(b'b')", f"{x}.replace(b'a', b'zz')", f"{x}.decode()", f"{x}.decode('latin-1')", f"{x}.hex()", f"list({x})", f"{x} + b'q'", f"{x} + 'q'", f"bytearray({x})", f"97 in {x}", f"{x} * {n()}", f"{x}.upper()", f"int.from_bytes({x}, 'big')"],
            "int": [f"{x} ** {self.r.randint(-2, 5)}", f"pow({x}, 3, 1000)", f"{x}.bit_length()", f"f'{{{x}:{self.pick(',', 'x', '#b', '+d', '>30', '_', 'e', '.3f', '08d', 'c', 's')}}}'", f"divmod({x}, {self.number()})", f"{x} << {n()}", f"{x} >> {n()}", f"~{x}", f"hex({x}), oct({x}), bin({x})", f"float({x})", f"{x} / 3", f"{x} // -7, {x} % -7", f"round({x}, -2)", f"str({x})[::-1]", f"chr({x})", f"{x}.to_bytes(9, 'big', signed=True)", f"hash({x})", f"{x} == float({x})", f"[0] * 2 if {x} else {x}", f"range({x})", f"[1, 2, 3][{x}]"],
            "float": [f"{x}.hex()", f"{x}.is_integer()", f"{x}.as_integer_ratio()", f"f'{{{x}:{self.pick('.3f', 'e', 'g', '10.2f', '%', ',', '+', '.0f', '.10g', 'n', 'd')}}}'", f"int({x})", f"round({x})", f"round({x}, 2)", f"{x} ** 0.5", f"{x} // 0.3, {x} % 0.3", f"divmod({x}, -2)", f"{x} / 0", f"{x} == int({x})", f"hash({x})", f"{x} < 10**30", f"-{x}", f"{x} * 1e200", f"1 / {x}", f"str({x})"],
        }[kind]
        for op in self.r.sample(ops, min(len(ops), 9)):
            self.emit(0, f"attempt({op!r}, lambda: {op})")
        self.emit(0, f"print(show({'sorted(map(str, ' + x + '))' if kind == 'set' else x}))")
        self.emit(0, "")

    def control(self):
        f = self.name("flow")
        self.emit(0, f"def {f}(n):")
        self.emit(1, "log = []")
        self.emit(1, f"for i in range(n):")
        depth = 2
        ends = []
        for _ in range(self.r.randint(1, 4)):
            k = self.r.randint(0, 2)
            if k == 0:
                self.emit(depth, f"with Manager({self.r.randint(0, 9)}, {self.pick('True', 'False')}) as m, Manager(i, False):")
                ends.append(None)
            elif k == 1:
                self.emit(depth, "try:")
                ends.append((depth, "finally:", f"log.append('f' + str(i))" if self.chance(0.7) else self.pick("break", "continue", "return log")))
            else:
                self.emit(depth, "try:")
                ends.append((depth, f"except {self.pick('ZeroDivisionError', '(KeyError, IndexError)', 'Exception')} as e:", self.pick("log.append(repr(e))", "raise", "raise ValueError(i) from e", "continue", "return repr(e)", "[][i]", "e = 5")))
            depth += 1
        for _ in range(self.r.randint(1, 3)):
            self.emit(depth, self.pick("log.append(10 // (i - 2))", "if i == 3: break", "if i == 1: continue", "if i == 4: return log", "{}[i]", "log.append([5, 6][i])", "if i == 2: raise KeyError('two')", "log += [i]", "del log[0]"))
        for end in reversed(ends):
            if end:
                self.emit(end[0], end[1])
                self.emit(end[0] + 1, end[2])
        if self.chance(0.4):
            self.emit(1, "else:")
            self.emit(2, "log.append('else')")
        self.emit(1, "return log")
        self.emit(0, "")
        self.emit(0, f"attempt({f!r}, {f}, 6)")

    def unpack(self):
        src = self.pick("[1, 2, 3]", "'abcd'", "range(5)", "(1, [2, 3], 4)", "{'a': 1, 'b': 2}", "[]", "5", "iter([1, 2])", "{'k': (1, 2)}.items()")
        tgt = self.pick("a, *b", "*a, b", "a, *b, c", "a, b, c", "a, (b, *c), d", "a, b", "[a, b]", "(a, b), *c", "a, b, c, d")
        self.emit(0, "try:")
        self.emit(1, f"{tgt} = {src}")
        self.emit(1, f"print({', '.join(c for c in 'abcd' if c in tgt)})")
        self.emit(0, "except (TypeError, ValueError) as error:")
        self.emit(1, "print(error)")
        body = self.pick(f"[(i, j) for i in range(4) if i % 2 for j in range(i) if j != {self.r.randint(0, 2)}]", "{x: [y for y in range(x)] for x in range(4)}", "[[c for c in w] for w in 'ab cd'.split()]", "{(a, b) for a in 'xy' for b in (1,)} == {('x', 1), ('y', 1)}",
                         "list((lambda k: (k * j for j in range(3)))(2))", "[f() for f in [lambda i=i: i for i in range(3)]]", "[f() for f in [lambda: i for i in range(3)]]", "[y := 1, y ** 2, (z := y + 4), z]", "[(w := x * 2) for x in range(3)] + [w]", "next(x for x in range(10) if x > 3)", "sum(x * y for x in range(3) for y in [x, x + 0.5])")
        self.emit(0, f"print({body})")
        self.emit(0, "lst = [1, 2, 3, 4]")
        self.emit(0, "for e in lst:")
        self.emit(1, self.pick("if len(lst) < 9: lst.append(e * 2)", "lst.remove(e)", "lst.pop()", "if len(lst) < 7: lst.insert(0, e)", "lst[:] = lst[1:]", "lst.clear()"))
        self.emit(1, "print(e, lst)")
        self.emit(0, "")

    def uncaught(self):
        a, b, c = self.name("u"), self.name("u"), self.name("u")
        self.emit(0, f"def {a}(x):")
        self.emit(1, self.pick("return 1 // x", "return [1][x + 5]", "return {}[x]", "return x.missing", "return x + 'a'", "raise ValueError(x, 'two')", "assert x, ('message', x)", "raise SystemExit(x + 3)", "return undefined_name", "return (x\n        .foo)", "raise KeyError('k')", "int('q')", "a, b = x, ", "return len(x)", "raise StopIteration(3)"))
        self.emit(0, f"def {b}(x):")
        self.emit(1, "try:")
        self.emit(2, f"return {a}(x)")
        self.emit(1, f"except {self.pick('Exception as e', 'ZeroDivisionError as e', 'LookupError as e', 'BaseException as e')}:")
        self.emit(2, self.pick("raise", "raise RuntimeError('outer') from e", "raise RuntimeError('outer')", "raise TypeError('none') from None", "e.add_note('a note'); raise", "raise e", f"{a}(x)", "raise e from KeyError('cause')"))
        if self.chance(0.4):
            self.emit(1, "finally:")
            self.emit(2, self.pick("print('fin')", "1 // 0", "sys.stdout.flush()"))
        self.emit(0, f"class {c}:")
        self.emit(1, f"def go(self, n): return {b}(0) if n == 0 else self.go(n - 1)")
        self.emit(0, self.pick(f"{c}().go({self.r.randint(0, 6)})", f"[{b}(i) for i in [0]]", f"list({b}(i) for i in [0])", f"(lambda: {b}(0))()", f"sorted([0], key={b})", f"print({b}(0),\n      {b}(0))", f"list(map({b}, [0]))"))

    def program(self):
        for _ in range(self.r.randint(5, 9)):
            self.pick(self.hot, self.hot, self.klass, self.closure, self.generator, self.methods, self.control, self.unpack)()
            while self.calls:
                self.emit(0, self.calls.pop())
        if self.chance(0.5):
            self.uncaught()
        return PRELUDE + "\n" + "\n".join(self.lines) + "\n"


def program(seed):
    return Wide(seed).program()


if __name__ == "__main__":
    import sys

    print(program(int(sys.argv[1])), end="")
