"""Writes a workspace of a wanted number of lines: a program of many modules in the manner of ordinary Python.

Every module holds classes, closures, comprehensions, handlers, generators, f-strings and module state; which shapes, in which
order and with which names follows from the module's number alone, so the same arguments give the same bytes. The program runs
and prints one line per module and a checksum, so it can be compared with CPython. As a program: `big.py DIR [LINES [MODULES]]`.
"""

import pathlib
import random
import sys

NOUNS = ("account", "address", "batch", "channel", "cursor", "document", "event", "field", "group", "header", "index", "job", "label",
         "message", "node", "order", "packet", "query", "record", "session", "ticket", "user", "vector", "window")
VERBS = ("apply", "build", "collect", "derive", "encode", "filter", "gather", "handle", "join", "load", "merge", "parse", "rank", "scan",
         "split", "trim", "update", "walk")

# Each shape is text with {noun} {verb} {Noun} {n} {a} {b} filled in; the last line names the call that exercises it.
SHAPES = ['''
class {Noun}{n}:
    """A {noun} and what was done to it."""

    kind = "{noun}"
    limit = {a}

    def __init__(self, name, size={b}, *, parent=None):
        self.name = name
        self.size = size
        self.parent = parent
        self.children = []
        self.marks = {{}}
        if parent is not None:
            parent.children.append(self)

    def __repr__(self):
        return f"{Noun}{n}({{self.name!r}}, {{self.size}})"

    def __eq__(self, other):
        if not isinstance(other, {Noun}{n}):
            return NotImplemented
        return self.name == other.name and self.size == other.size

    def __hash__(self):
        return hash((self.name, self.size))

    @property
    def depth(self):
        depth, at = 0, self.parent
        while at is not None:
            depth += 1
            at = at.parent
        return depth

    @staticmethod
    def clamp(value, low=0, high={a}):
        if value < low:
            return low
        return high if value > high else value

    @classmethod
    def from_text(cls, text):
        name, _, size = text.partition(":")
        return cls(name.strip(), int(size or 0))

    def total(self):
        return self.clamp(self.size) + sum(child.total() for child in self.children)

    def {verb}(self, key, *values, **options):
        found = self.marks.setdefault(key, [])
        for value in values:
            if options.get("unique") and value in found:
                continue
            found.append(value)
        return len(found)


def run_{n}():
    root = {Noun}{n}("root", {a})
    inner = {Noun}{n}.from_text("inner: {b}")
    inner.parent = root
    root.children.append(inner)
    leaf = {Noun}{n}("leaf", parent=inner)
    root.{verb}("x", 1, 2, 2, {a}, unique=True)
    assert leaf.depth == 2 and leaf == {Noun}{n}("leaf")
    return f"{{root!r}} {{root.total()}} {{root.marks}} {{leaf.depth:>3}}"
''', '''
def make_{verb}_{n}(start, step={b}):
    """A counter, and a look at it."""
    count = start
    seen = []

    def advance(by=None):
        nonlocal count
        count += step if by is None else by
        seen.append(count)
        return count

    def look():
        return count, [value * 2 for value in seen if value % 2 == start % 2]

    return advance, look


def run_{n}():
    advance, look = make_{verb}_{n}({a})
    for by in range({b} % 7 + 2):
        advance(by)
    advance()
    return look()
''', '''
def parse_{noun}_{n}(text, default=None):
    result = {{}}
    errors = []
    for number, line in enumerate(text.splitlines(), 1):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        try:
            key, value = line.split("=", 1)
            if value.isdigit():
                result[key] = int(value)
            elif value in ("yes", "no"):
                result[key] = value == "yes"
            else:
                result[key] = float(value)
        except ValueError as e:
            errors.append(f"{{number}}: {{type(e).__name__}}")
        else:
            if default is not None and not result[key]:
                result[key] = default
        finally:
            result["lines"] = number
    return result, errors


def run_{n}():
    text = "alpha={a}\\nbeta=1.5\\n\\n# note\\ngamma=yes\\nbroken\\ndelta=none\\nzero=0\\n"
    return parse_{noun}_{n}(text, default={b})
''', '''
def {verb}_{noun}s_{n}(items, limit={b}):
    table = {{}}
    for item in items:
        table.setdefault(item % limit, []).append(item)
    ranked = sorted(table.items(), key=lambda pair: (-len(pair[1]), pair[0]))
    names = [f"{{key}}:{{len(group):02d}}" for key, group in ranked if len(group) > 1]
    squares = {{value * value for value in items if value % 3 == 0}}
    index = {{name: at for at, name in enumerate(names)}}
    pairs = [(x, y) for x in range(limit % 5) for y in range(x) if (x + y) % 2]
    return names[:4], len(squares), sorted(index)[:2], pairs


def run_{n}():
    return {verb}_{noun}s_{n}([(value * {a} + 7) % 101 for value in range(40)])
''', '''
def {verb}_stream_{n}(source, size={b}):
    chunk = []
    for item in source:
        if item is None:
            break
        chunk.append(item)
        if len(chunk) == size:
            yield tuple(chunk)
            chunk.clear()
    if chunk:
        yield tuple(chunk)


def numbers_{n}(count):
    value = {a}
    for _ in range(count):
        value = (value * 1103515245 + 12345) & 0x7FFFFFFF
        yield value % 1000


def run_{n}():
    total, parts = 0, 0
    for part in {verb}_stream_{n}(numbers_{n}(25)):
        total += sum(part)
        parts += 1
    first = next(numbers_{n}(1))
    return total, parts, first, list({verb}_stream_{n}([1, 2, None, 3], 1))
''', '''
class {Noun}Error{n}(ValueError):
    def __init__(self, what, code={a}):
        super().__init__(f"{{what}} ({{code}})")
        self.code = code


class Guard{n}:
    def __init__(self, log):
        self.log = log

    def __enter__(self):
        self.log.append("enter")
        return self

    def __exit__(self, kind, value, where):
        self.log.append("exit" if kind is None else kind.__name__)
        return kind is not None and issubclass(kind, {Noun}Error{n})


def check_{noun}_{n}(value, log):
    with Guard{n}(log):
        if value < 0:
            raise {Noun}Error{n}("negative")
        if value > {a}:
            raise {Noun}Error{n}("large", code=value)
        return value * 2
    return -1


def run_{n}():
    log = []
    results = [check_{noun}_{n}(value, log) for value in (1, -1, {a} + 1)]
    try:
        raise {Noun}Error{n}("outside") from KeyError("k")
    except (TypeError, {Noun}Error{n}) as e:
        results.append((str(e), e.code, repr(e.__cause__)))
    return results, log
''', '''
def counted_{n}(function):
    def wrapper(*args, **kwargs):
        wrapper.calls += 1
        return function(*args, **kwargs)

    wrapper.calls = 0
    wrapper.name = function.__name__
    return wrapper


@counted_{n}
def {verb}_{noun}_{n}(value, depth=0):
    if depth > {b} % 6:
        return value
    return {verb}_{noun}_{n}(value * 3 + 1 if value % 2 else value // 2, depth=depth + 1)


def run_{n}():
    results = [{verb}_{noun}_{n}(start) for start in range({a} % 9 + 3)]
    return results, {verb}_{noun}_{n}.calls, {verb}_{noun}_{n}.name
''', '''
{NOUN}_{n} = {{"low": {b}, "high": {a}, "names": ["a", "b", "c"], "nested": {{"on": True, "ratio": 0.5}}}}
_cache_{n} = {{}}


def {verb}_cached_{n}(key, scale=1.0):
    if key in _cache_{n}:
        return _cache_{n}[key]
    low, high = {NOUN}_{n}["low"], {NOUN}_{n}["high"]
    value = 0.0
    while low < high:
        value += (high - low) * scale / (key + 1)
        low += max(1, (high - low) // 2)
        if value > 1e6:
            break
    else:
        value = -value
    _cache_{n}[key] = round(value, 3)
    return _cache_{n}[key]


def run_{n}():
    values = [{verb}_cached_{n}(key % 5, {NOUN}_{n}["nested"]["ratio"]) for key in range(12)]
    name, *others = {NOUN}_{n}["names"]
    return f"{{name}} {{others}} {{min(values):.2f}} {{max(values):8.3f}} {{len(_cache_{n})}}"
''', '''
class Shape{n}:
    sides = 0

    def area(self):
        raise NotImplementedError

    def scaled(self, by):
        return type(self)(*(value * by for value in self.values()))

    def values(self):
        return ()


class Square{n}(Shape{n}):
    sides = 4

    def __init__(self, side):
        self.side = side

    def values(self):
        return (self.side,)

    def area(self):
        return self.side ** 2


class Box{n}(Square{n}):
    def __init__(self, side, height):
        super().__init__(side)
        self.height = height

    def values(self):
        return super().values() + (self.height,)

    def area(self):
        base = super().area()
        return 2 * base + 4 * self.side * self.height

    def __lt__(self, other):
        return self.area() < other.area()


def run_{n}():
    shapes = [Square{n}({b}), Box{n}(1, {a}), Box{n}(2, 3).scaled(2)]
    try:
        Shape{n}().area()
    except NotImplementedError:
        shapes.append(Square{n}(1))
    return [(type(shape).__name__, shape.sides, shape.area()) for shape in shapes], Box{n}(1, 1) < Box{n}(2, 2)
''', '''
def {verb}_command_{n}(command, *rest, sep=", ", **options):
    if isinstance(command, list) and command and command[0] == "go":
        where = command[1] if len(command) > 1 else "nowhere"
        return f"to {{where}}{{sep}}{{len(rest)}} more"
    elif isinstance(command, dict) and command.get("kind") == "{noun}":
        return command["size"] + {a}
    elif isinstance(command, tuple):
        x, y, *others = command
        return (y, x, others[:1])
    elif command is None or command is False:
        return options or "nothing"
    return sep.join([str(command), *map(str, rest)])


def run_{n}():
    commands = (["go", "north"], ["go"], {{"kind": "{noun}", "size": {b}}}, (1, 2), (3, 4, 5), None, "other")
    return [{verb}_command_{n}(command, *range(at), sep="-", at=at) for at, command in enumerate(commands)]
''', '''
def {verb}_text_{n}(text, width={b} + 10):
    lines, line, length = [], [], 0
    for word in text.split():
        if length + len(word) + len(line) > width and line:
            lines.append(" ".join(line))
            line, length = [], 0
        line.append(word)
        length += len(word)
    lines.append(" ".join(line))
    counts = {{}}
    for word in text.lower().replace(",", "").split():
        counts[word] = counts.get(word, 0) + 1
    most = max(counts, key=lambda word: (counts[word], word))
    return [f"{{number:>2}} | {{line.ljust(width)}} |" for number, line in enumerate(lines)], most


def run_{n}():
    text = "the {noun} and the other {noun}, then {a} more of the same"
    lines, most = {verb}_text_{n}(text)
    return lines[0], lines[-1].strip(), most, "-".join(str(len(line)) for line in lines)
''', '''
def {verb}_matrix_{n}(rows, columns):
    grid = [[(row * columns + column) % {a} for column in range(columns)] for row in range(rows)]
    for row in range(rows):
        for column in range(columns):
            if row and column and grid[row][column] > grid[row - 1][column - 1]:
                grid[row][column] -= grid[row - 1][column - 1]
            elif row == column:
                grid[row][column] |= 1
    transposed = list(map(list, zip(*grid)))
    best = None
    for row in transposed:
        total = sum(row)
        if best is None or total > best:
            best = total
    return best, transposed[0][:3], any(0 in row for row in grid), all(len(row) == columns for row in grid)


def run_{n}():
    return {verb}_matrix_{n}({b} % 5 + 2, {a} % 5 + 2)
''']


def module_text(number, lines):
    """About `lines` lines; the shapes are drawn without repetition until all were used."""
    draw = random.Random(number)
    head = [f'"""Part {number} of a large program."""', ""]
    if number:
        head += [f"from app.part{number - 1} import summary as previous", ""]
    body, count, runs, left = [], len(head) + 20, [], []
    while count < lines:
        left = left or draw.sample(SHAPES, len(SHAPES))
        noun = draw.choice(NOUNS)
        n = len(runs)
        text = left.pop().format(noun=noun, Noun=noun.capitalize(), NOUN=noun.upper(), verb=draw.choice(VERBS), n=n,
                                 a=draw.randrange(3, 90), b=draw.randrange(2, 20))
        body.append("\n" + text)
        count += text.count("\n") + 1
        runs.append(f"run_{n}")
    tail = ["", "", "def summary():", "    results = []", "    for run in (" + ", ".join(runs) + ",):",
            "        results.append((run.__name__, run()))",
            f"    return f\"part{number}: {{len(results)}} {{sum(map(ord, repr(results)))}}\"" +
            (', previous' if number else ', None')]
    return "\n".join(head) + "".join(body) + "\n".join(tail) + "\n"


MAIN = '''from app.part{last} import summary

at, lines = summary, 0
while at is not None:
    text, at = at()
    print(text)
    lines += 1
print(lines, "parts")
'''


def write(where, lines=10000, modules=40, targets=("linux-x86_64", "linux-arm64")):
    where = pathlib.Path(where)
    (where / "app").mkdir(parents=True, exist_ok=True)
    (where / "app" / "__init__.py").write_text("")
    for number in range(modules):
        (where / "app" / f"part{number}.py").write_text(module_text(number, lines // modules))
    (where / "main.py").write_text(MAIN.format(last=modules - 1))
    names = ", ".join(f'"{t}"' for t in targets)
    (where / "build.py2").write_text(f'workspace {{ name = "big", targets = {{ {names} }} }}\n'
                                     'app { name = "big", main = "main.py", roots = { "." } }\n')
    return sum(file.read_text().count("\n") for file in where.rglob("*.py"))


if __name__ == "__main__":
    print(write(sys.argv[1], *map(int, sys.argv[2:])))
