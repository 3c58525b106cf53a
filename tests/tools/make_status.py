"""Writes docs/status.md: what this version can do, measured, not remembered.

  run.py --build DIR --group programs --results FILE
  make_status.py --build DIR --results FILE

Three measurements: the outcomes of the test programs (from the results file); small programs, one for each construct of the language,
built and compared with CPython; and a probe that lists the members of every builtin type and module on both sides.
"""

import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "status.md"
PROGRAMS = ROOT / "tests" / "programs"
ORACLE = "/usr/bin/python3.11"
TARGETS = ["linux-x86_64", "linux-arm64"]

# Construct -> a program that uses it and prints something.
CONSTRUCTS = {
    "assignment, augmented assignment, unpacking": "a, (b, *c) = 1, (2, 3, 4)\na += 2\nx = y = [a]\nx += b, *c\nprint(a, b, c, x, y)",
    "annotations": "x: int = 3\ny: list[int]\ndef f(a: int, *b: str) -> None: ...\nprint(__annotations__, f.__annotations__)",
    "assignment expressions": "print([y for x in range(5) if (y := x * x) > 3], y)",
    "conditional expressions, chained comparisons": "x = 3\nprint('a' if 1 < x <= 3 != 4 else 'b', not x, x and 0 or 'c')",
    "f-strings": "x = 3.14159\nw = 9\nprint(f'{x:>{w}.2f}|{x!r}|{x=}|{{}}|{\"n\":^5}')",
    "if, while, for, break, continue, else": "for i in range(9):\n    if i == 2: continue\n    if i == 5: break\n    print(i)\nelse: print('no')\nwhile i:\n    i -= 1\nelse: print('done')",
    "del": "a = [1, 2, 3]\ndel a[0], a[-1:]\nb = 1\ndel b\ntry: b\nexcept NameError as e: print(a, e)",
    "try, except, else, finally, raise from": "try:\n    try: 1 / 0\n    except ZeroDivisionError as e: raise ValueError('x') from e\n    finally: print('f')\nexcept (ValueError, TypeError) as e: print(repr(e), repr(e.__cause__))\nelse: print('no')",
    "assert": "try: assert 1 > 2, 'wrong'\nexcept AssertionError as e: print(e)",
    "with": "class C:\n    def __enter__(s): return 'in'\n    def __exit__(s, t, v, b): print(t); return True\nwith C() as a, C() as b: print(a, b); raise KeyError",
    "functions: defaults, *args, **kwargs, keyword-only, positional-only": "def f(a, /, b=2, *c, d=4, **e): return a, b, c, d, e\nprint(f(1), f(1, 5, 6, d=7, x=8), f(*[1, 2], **{'d': 3}))",
    "closures, nonlocal, global": "def f():\n    n = 0\n    def g():\n        nonlocal n\n        n += 1\n        return n\n    return g\ng = f()\nprint(g(), g())\ndef h():\n    global z\n    z = 5\nh()\nprint(z)",
    "lambda, decorators": "def twice(f): return lambda *a: f(f(*a))\n@twice\ndef inc(x): return x + 1\nprint(inc(1), (lambda x=3: x)())",
    "recursion": "def f(n): return n if n < 2 else f(n - 1) + f(n - 2)\nprint(f(15))",
    "generators, send, throw, yield from": "def g():\n    x = yield 1\n    print(x)\n    yield from [2, 3]\n    return 4\ndef h():\n    r = yield from g()\n    print(r)\ni = h()\nprint(next(i), i.send('s'), list(i))",
    "comprehensions and generator expressions": "print([x for x in range(4) if x], {x % 2 for x in range(4)}, {x: x * x for x in range(3)}, sum(x for x in range(5)), [a + b for a in 'xy' for b in 'zw'])",
    "classes, inheritance, super": "class A:\n    n = 1\n    def f(self): return 'A'\nclass B(A):\n    def f(self): return 'B' + super().f()\nclass C(B, A): pass\nprint(C().f(), C.n, [k.__name__ for k in C.__mro__])",
    "properties, class methods, static methods, descriptors": "class D:\n    def __get__(s, o, t): return 'd'\nclass A:\n    d = D()\n    @property\n    def p(s): return s._p\n    @p.setter\n    def p(s, v): s._p = v + 1\n    @classmethod\n    def c(k): return k.__name__\n    @staticmethod\n    def s(): return 's'\na = A()\na.p = 3\nprint(a.p, a.c(), a.s(), a.d)",
    "__slots__, __init_subclass__, __set_name__, __class_getitem__": "class N:\n    def __set_name__(s, o, n): print(n)\nclass A:\n    __slots__ = ('x',)\n    def __init_subclass__(k, **kw): print(k.__name__, kw)\n    def __class_getitem__(k, i): return i\nclass B(A, y=1): n = N()\nprint(A[3])\ntry: A().z = 1\nexcept AttributeError as e: print(e)",
    "operator overloading": "class V:\n    def __init__(s, x): s.x = x\n    def __add__(s, o): return V(s.x + o.x)\n    def __radd__(s, o): return V(o + s.x)\n    def __eq__(s, o): return s.x == o.x\n    def __lt__(s, o): return s.x < o.x\n    def __hash__(s): return 1\n    def __repr__(s): return f'V({s.x})'\n    def __getitem__(s, i): return i\n    def __call__(s): return 'c'\n    def __bool__(s): return False\nprint(V(1) + V(2), 5 + V(1), V(1) == V(1), sorted([V(3), V(1)]), V(1)[1:2, ...], V(1)(), not V(1))",
    "attribute hooks": "class A:\n    def __getattr__(s, n): return n\n    def __setattr__(s, n, v): print('set', n); object.__setattr__(s, n, v)\na = A()\na.x = 1\nprint(a.x, a.y)",
    "type(name, bases, dict)": "A = type('A', (list,), {'f': lambda s: len(s)})\nprint(A([1, 2]).f(), A.__name__)",
    "slices, starred displays, star arguments": "a = [*range(5), *'ab']\na[1:3] = 'x'\nprint(a[::-2], {**{'a': 1}, 'b': 2}, (*a, 1), print(*a, sep='-'))",
    "integers of any size": "print(2 ** 200, -7 // 2, 10 ** 30 % 7, (1 << 70) >> 65, int('ff', 16), 7 .bit_length(), 0x_ff)",
    "floats and complex numbers": "print(0.1 + 0.2, 1e308 * 10, -7.5 // 2, 1j * 1j, abs(3 + 4j), round(2.5), float('nan') == float('nan'), 1.5.hex())",
    "text, bytes, bytearray, memoryview": "print('é'.encode(), b'a\\xff'.decode('latin-1'), bytearray(b'ab') + b'c', bytes(memoryview(b'abc')[1:]), 'ß'.upper())",
    "% and str.format": "print('%5.2f|%-4s|%x' % (3.14159, 'a', 255), '{:>5}|{0[1]}'.format('ab', ) if 0 else '{:>5}|{a[1]}'.format('ab', a='xy'))",
    "exception chaining, notes, tracebacks": "try:\n    try: {}['a']\n    except KeyError: raise ValueError('v')\nexcept ValueError as e:\n    e.add_note('n')\n    print(repr(e.__context__), e.__notes__, e.__traceback__.tb_lineno)",
    "ExceptionGroup": "g = ExceptionGroup('g', [ValueError(1), TypeError(2)])\nprint(g.split(ValueError), g.exceptions)",
    "import of modules and packages": "import os.path as p, sys\nfrom math import floor as f, pi\nprint(p.join('a', 'b'), f(pi), sys.version_info[:2])",
    "import by a computed name, of a module that is imported elsewhere too": "import importlib, math\nprint(importlib.import_module('ma' + 'th').pi)",
    "from module import *": "from math import *\nprint(floor(e))",
    "from __future__ import": "from __future__ import annotations\ndef f(x: Nope): return 1\nprint(f.__annotations__)",
    "files": "with open('f.txt', 'w') as f: f.write('a\\nb\\n')\nwith open('f.txt') as f: print([*f], f.closed)\nprint(open('f.txt', 'rb').read())",
    "private names, docstrings, __doc__, __name__": "'doc'\nclass A:\n    'cd'\n    __x = 1\n    def f(s): 'fd'; return s.__x\nprint(__doc__, A.__doc__, A.f.__doc__, A().f(), A._A__x, __name__, A.f.__qualname__)",
    "locals(), globals(), vars()": "def f(a):\n    b = 2\n    return sorted(locals())\nx = 1\nprint(f(1), globals()['x'], sorted(vars(type('A', (), {'k': 1})()).keys()))",
    "weak tools of reflection: getattr, setattr, hasattr, dir": "class A: x = 1\na = A()\nsetattr(a, 'y', 2)\nprint(getattr(a, 'y'), getattr(a, 'z', 3), hasattr(A, 'x'), [n for n in dir(a) if n[0] != '_'])",
    "__del__ at the end of the program": "class A:\n    def __del__(s): print('bye')\na = A()\nprint('hi')",
    "lambda in class bodies, nested scopes, class comprehensions": "class A:\n    n = 3\n    f = lambda s: s.n\n    l = [x for x in range(n)]\nprint(A().f(), A.l)",
    "match": "match (1, 2):\n    case (1, x): print(x)",
    "async def, await": "async def f(): return 1\nc = f()\nprint(type(c).__name__)\nc.close()",
    "except*": "try: raise ExceptionGroup('g', [ValueError(1)])\nexcept* ValueError as e: print(e.exceptions)",
    "metaclass=": "class M(type): pass\nclass A(metaclass=M): pass\nprint(type(A).__name__)",
    "eval": "print(eval('1 + 1'))",
    "exec": "exec('print(1)')",
    "compile": "print(compile('1', 'f', 'eval').co_filename)",
    "* in the bases of a class": "b = (list,)\nclass A(*b): pass\nprint(A())",
    "** in a class statement": "class B:\n    def __init_subclass__(k, x): print(x)\nclass A(B, **{'x': 1}): pass",
    "threads": "import threading\nt = threading.Thread(target=print, args=(1,))\nt.start()\nt.join()",
}

PROBE = """
import builtins, io, math, os, os.path, sys, time
def show(kind, label, x):
    print(kind, label, *dir(x))
types = [object, type, int, bool, float, complex, str, bytes, bytearray, memoryview, list, tuple, dict, set, frozenset, range, slice,
         property, classmethod, staticmethod, super, enumerate, zip, map, filter, reversed, BaseException, Exception, OSError,
         UnicodeDecodeError, StopIteration, SystemExit, ImportError]
for t in types:
    show('type', t.__name__, t)
def g():
    yield 1
class A:
    def f(self): pass
for label, x in [('generator', g()), ('function', g), ('method', A().f), ('builtin_function_or_method', len), ('dict_keys', {}.keys()),
                 ('dict_items', {}.items()), ('dict_values', {}.values()), ('mappingproxy', A.__dict__), ('module', sys),
                 ('NoneType', None), ('ellipsis', ...), ('NotImplementedType', NotImplemented)]:
    show('type', label, type(x))
for m in [builtins, sys, math, time, os, os.path, io]:
    show('module', {'posixpath': 'os.path'}.get(m.__name__, m.__name__), m)
show('type', 'io.TextIOWrapper', type(sys.stdout))
show('type', 'io.BufferedReader', type(sys.stdin.buffer))
show('type', 'io.StringIO', io.StringIO)
show('type', 'io.BytesIO', io.BytesIO)
"""

# Of a module, what CPython's own files import for themselves, and what every object has, is no promise.
NOT_COUNTED = re.compile(r"^(__\w+__|_\w+|abc|st|sys|os|io|stat|genericpath|GenericAlias|Mapping|MutableMapping|PathLike)$")


MOST_SHOWN = 60


def areas():
    """Area directory -> names of its programs, as tests/groups/programs.py names them."""
    mains = {p.parent for p in PROGRAMS.rglob("main.py")}
    files = [p for p in PROGRAMS.rglob("*.py") if not any(m in p.parents for m in mains)]
    found = {}
    for path in sorted([*mains, *files]):
        name = str(path.relative_to(PROGRAMS).with_suffix(""))
        found.setdefault(name.split("/")[0], []).append(name)
    return found


def areas_table(results):
    yield "| area | programs run | " + " | ".join(TARGETS) + " |"
    yield "| --- | ---: |" + " ---: |" * len(TARGETS)
    total = [0] * (len(TARGETS) + 1)
    for area, names in areas().items():
        names = [name for name in names if any(f"{name} [{target}]" in results for target in TARGETS)]
        passed = [sum(results.get(f"{name} [{target}]") == "passed" for name in names) for target in TARGETS]
        total = [a + b for a, b in zip(total, [len(names), *passed])]
        yield f"| {area} | {len(names)} | " + " | ".join(map(str, passed)) + " |"
    yield "| all | " + " | ".join(map(str, total)) + " |"


class Machine:
    def __init__(self, build):
        self.py2 = pathlib.Path(build).resolve() / "py2"

    def compare(self, source):
        """(py2's standard output or None, CPython's, py2's first error)."""
        with tempfile.TemporaryDirectory() as where:
            program = pathlib.Path(where) / "prog.py"
            program.write_text(source + "\n", encoding="utf-8")
            env = dict(os.environ, XDG_CACHE_HOME=where + "/cache", PYTHONHASHSEED="0", LANG="C.UTF-8")

            def call(*command):
                return subprocess.run(command, cwd=where, env=env, capture_output=True, text=True, timeout=120)

            want = call(ORACLE, "prog.py")
            built = call(self.py2, "build", "prog.py", "--target", TARGETS[0], "--progress=none")
            if built.returncode:
                error = next((line for line in built.stderr.splitlines() if "error" in line), built.stderr.strip())
                return None, want.stdout, re.sub(r"^prog\.py:\d+:\d+: ", "", error)
            got = call(f"{where}/out/{TARGETS[0]}/prog")
            same = (got.stdout, got.returncode) == (want.stdout, want.returncode)
            return got.stdout, want.stdout, "" if same else (got.stderr.strip().splitlines() or ["another answer"])[-1]


def constructs_table(machine):
    yield "| construct | answer |"
    yield "| --- | --- |"
    for name, source in CONSTRUCTS.items():
        got, _, problem = machine.compare(source)
        name = name.replace("|", "\\|")
        if not problem:
            yield f"| {name} | as CPython |"
        elif got is None:
            yield f"| {name} | refused: {problem.replace('|', chr(92) + '|')} |"
        else:
            yield f"| {name} | **differs**: {problem.replace('|', chr(92) + '|')} |"


def probed(text):
    found = {}
    for line in text.splitlines():
        kind, label, *names = line.split()
        found[kind, label] = set(names)
    return found


def members_table(machine, kind):
    """Per type or module: how many of CPython's public members are there, which are not."""
    got, want, problem = machine.compare(PROBE)
    if got is None:
        raise RuntimeError(f"the probe was refused: {problem}")
    ours, theirs = probed(got), probed(want)
    inherited = theirs["type", "object"] - ours.get(("type", "object"), set())
    yield f"| {kind} | members | missing |"
    yield "| --- | ---: | --- |"
    for key, wanted in theirs.items():
        if key[0] != kind:
            continue
        if kind == "module":
            wanted = {name for name in wanted if not NOT_COUNTED.match(name)}
        there = ours.get(key)
        if there is None:
            yield f"| `{key[1]}` | 0 of {len(wanted)} | all: the probe stopped before it ({problem}) |"
            continue
        missing = sorted(wanted - there - (inherited if key != ("type", "object") else set()))
        shown = " ".join(f"`{name}`" for name in missing[:MOST_SHOWN])
        more = f" and {len(missing) - MOST_SHOWN} more" if len(missing) > MOST_SHOWN else ""
        yield f"| `{key[1]}` | {len(wanted & there)} of {len(wanted)} | {shown}{more} |"


HEAD = """# Status

Made by `tests/tools/make_status.py` from the tests and from probes; nothing here is written by hand. Intended differences from CPython
are in [differences.md](differences.md), the words of recipes that this version reads but does not build in [recipes.md](recipes.md).
"""

TEXT = (
    HEAD
    + """
Targets: {targets}.

## Test programs

Programs of `tests/programs`, built for each target and compared with CPython 3.11: standard output, standard error, exit status. The figures
are how many gave the same answers when this page was made.

{areas}

## The language

One small program for each row, built and run by py2 and by CPython 3.11 ({targets0}).

{constructs}

## Builtin types

What `dir` of the type has, compared with CPython 3.11. What `object` itself is missing is listed there only.

{types}

## Modules

Public members, compared with CPython 3.11. A module that is not listed and not part of the program is refused by the build (PY2E0201);
`importlib` and `importlib.resources` have the functions that closed programs need: `import_module`, and `files`.

{modules}
"""
)


def stale():
    """What the page cannot say any more, found without building anything; or None."""
    if not PAGE.exists():
        return "the page is missing"
    text = PAGE.read_text(encoding="utf-8")
    if not text.startswith(HEAD):
        return "its head is another"
    section = text.partition("## Test programs")[2].partition("## The language")[0]
    listed = set(re.findall(r"(?m)^\| (\w+) \| \d", section)) - {"all"}
    if not listed or listed - set(areas()):  # a new area is no lie: its programs were not run for this page
        return "areas that tests/programs does not have: " + ", ".join(sorted(listed - set(areas())))
    for name in CONSTRUCTS:
        if f"\n| {name} | " not in text:
            return f"no line for the construct '{name}'"
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", default="build/release")
    parser.add_argument("--results", required=True, help="what run.py --results wrote")
    args = parser.parse_args()
    results = json.loads(pathlib.Path(args.results).read_text(encoding="utf-8")).get("programs", {})
    machine = Machine(args.build)
    text = TEXT.format(
        targets=", ".join(f"`{target}`" for target in TARGETS),
        targets0=TARGETS[0],
        areas="\n".join(areas_table(results)),
        constructs="\n".join(constructs_table(machine)),
        types="\n".join(members_table(machine, "type")),
        modules="\n".join(members_table(machine, "module")),
    )
    PAGE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
