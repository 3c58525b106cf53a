"""What ends a program from outside its own text: SIGINT, a limited address space or heap, recursion without a bound.

Standard output and the last line of standard error must be CPython's (how many frames fit, and so the traceback's
middle, is each implementation's own), and the program must end as CPython does: by the signal, or with the status.
"""

import os
import pathlib
import resource
import shutil
import signal
import subprocess
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

from groups.programs import ENVIRONMENT, TARGETS, compile_program

# name -> (program, environment beside the usual one, RLIMIT_AS in bytes or None, seconds until SIGINT or None).
# Interrupted programs say when the signal may be sent.
CASES = {}


def case(name, text, environment=None, address_space=None, interrupts=()):
    CASES[name] = (text, environment or {}, address_space, interrupts)


case("interrupt_loop", 'print("go", flush=True)\nwhile True: pass\n', interrupts=(0.0, 0.013, 0.05))
case("interrupt_while_true_body", """
def count():
    n = 0
    while True:
        n += 1
        n %= 1000
print("go", flush=True)
count()
""", interrupts=(0.001, 0.03))
case("interrupt_sleep", 'import time\nprint("go", flush=True)\ntime.sleep(60)\n', interrupts=(0.0, 0.002, 0.3))
case("interrupt_read", 'import sys\nprint("go", flush=True)\nsys.stdin.read()\n', interrupts=(0.3,))
case("interrupt_caught", """
import sys
for _ in range(1):
    try:
        print("go", flush=True)
        while True:
            [str(i) for i in range(50)]
    except KeyboardInterrupt as e:
        print("caught", repr(e), flush=True)
    finally:
        print("finally")
sys.exit(7)
""", interrupts=(0.0, 0.02))
case("interrupt_generator", """
def numbers():
    i = 0
    yield i
    try:
        print("go", flush=True)
        while True: i += 1
    finally:
        print("closed", flush=True)
for n in numbers():
    pass
""", interrupts=(0.02,))
case("interrupt_with", """
class Guard:
    def __enter__(self): return self
    def __exit__(self, kind, value, trace):
        print("exit", kind.__name__, flush=True)
with Guard():
    d = {}
    print("go", flush=True)
    while True:
        d[len(d) % 100] = (1, 2)
""", interrupts=(0.0, 0.04))

MEMORY = """
import sys
def grow_list():
    x = []
    while True: x.append([0] * 1000)
def grow_text():
    s = "ab"
    while True: s += s
def grow_bytes():
    b = bytearray(b"x")
    while True: b += b"y" * 100000
def grow_dict():
    d = {}
    i = 0
    while True:
        d[i] = str(i) * 10
        i += 1
for f in (grow_list, grow_text, grow_bytes, grow_dict):
    try:
        f()
    except MemoryError as e:
        what = type(e)
    print(f.__name__, what)
print(sum(len(str(i)) for i in range(1000)))
for size in (1 << 40, 1 << 50, sys.maxsize - 100):
    for make in (lambda n: bytes(n), lambda n: bytearray(n), lambda n: [0] * n, lambda n: (0,) * n, lambda n: "x" * n):
        try:
            make(size)
            print("made")
        except (MemoryError, OverflowError) as e:
            print(type(e).__name__, end=" ")
    print()
"""
# CPython has no limit of its own: the address space is what both can be given.
case("memory_heap_max", MEMORY, {"PY2_HEAP_MAX": "24m"}, 160 << 20)
case("memory_chain", """
class Node:
    def __init__(self, next): self.next = next
def chain():
    n = None
    while True: n = Node(n)
try:
    chain()
except MemoryError:
    pass
x = [0] * 5000
print(len(x))
""", {"PY2_HEAP_MAX": "24m"}, 160 << 20)
# A float that needs a box is made by code that cannot raise.
case("memory_boxed_floats", """
class Node:
    def __init__(self, next): self.next = next
def floats():
    out, x = [], 1e-300
    while True:
        out.append(x)
        x += 1e-302
def chain():
    n = None
    while True: n = Node(n)
for fill in (floats, chain, floats, floats, chain):
    try:
        fill()
    except MemoryError:
        print("filled")
    print(sum([len(str(i)) for i in range(1000)]))
""", {"PY2_HEAP_MAX": "8m"}, 100 << 20)
case("memory_uncaught", 'x = []\nwhile True:\n    x.append("a" * 100000 + str(len(x)))\n', {"PY2_HEAP_MAX": "16m"}, 160 << 20)

# Sequences that fit the address space but no machine are refused at once, not when the memory is written.
case("memory_more_than_there_is", """
for n in (1 << 61, 1 << 60, 1 << 43, 1 << 42, 1 << 64, 10 ** 15):
    for make in (lambda: [1, 2, None] * n, lambda: (1, 2) * n, lambda: "ab" * n, lambda: b"ab" * n, lambda: bytearray(n * 2)):
        try:
            make()
            print("made")
        except (MemoryError, OverflowError) as e:
            print(type(e).__name__, e)
""")
NATIVE = {"memory_more_than_there_is"}  # the emulator keeps a record of every page

case("recursion_functions", """
def direct(n): return direct(n + 1) + 1
def even(n): return odd(n + 1)
def odd(n): return even(n + 1)
def with_args(*a, **k): return with_args(*a, **k)
def default(f=None): return (f or default)(f)
nested = lambda n: [nested(n) for _ in range(1)]
def gen(n): yield from gen(n + 1)
def plain_gen(n):
    for x in plain_gen(n + 1): yield x
for f in (lambda: direct(0), lambda: even(0), lambda: with_args(1, b=2), default, lambda: nested(1), lambda: list(gen(0)),
          lambda: next(plain_gen(0)), lambda: sorted([3, 1], key=lambda v: direct(v)), lambda: list(map(direct, [1])),
          lambda: max([1, 2], key=direct), lambda: sum(direct(i) for i in range(2))):
    try:
        f()
    except RecursionError as e:
        print(type(e).__name__, str(e)[:32])
    else:
        print("returned")
print("done")
""")
case("recursion_methods", """
class R:
    def __repr__(self): return repr(self)
class S:
    def __str__(self): return str(self)
class E:
    def __eq__(self, other): return self == other
    def __hash__(self): return hash(self)
    def __lt__(self, other): return self < other
    def __len__(self): return len(self)
    def __bool__(self): return bool(self)
    def __iter__(self): return iter(self)
    def __call__(self): return self()
    def __getitem__(self, i): return self[i]
    def __add__(self, other): return self + other
    def __contains__(self, x): return x in self
    def __getattr__(self, name): return getattr(self, name)
    def __index__(self): return [1][self]
    def __format__(self, spec): return format(self, spec)
class C:
    def __init__(self): C()
class P:
    @property
    def p(self): return self.p
class A:
    def __setattr__(self, n, v): self.x = v
e = E()
def many(): return {e: 1}
for name, f in [("repr", lambda: repr(R())), ("list repr", lambda: repr([R()])), ("fstring", lambda: f"{R()!r}"), ("str", lambda: str(S())),
                ("eq", lambda: e == 1), ("hash", lambda: hash(e)), ("lt", lambda: e < 1), ("len", lambda: len(e)),
                ("bool", lambda: not e), ("iter", lambda: list(e)), ("call", lambda: e()), ("item", lambda: e[0]),
                ("add", lambda: e + 1), ("contains", lambda: 1 in e), ("getattr", lambda: e.zzz), ("index", lambda: [1][e]),
                ("format", lambda: format(e, "")), ("init", C), ("property", lambda: P().p), ("setattr", lambda: setattr(A(), "q", 1)),
                ("dict", many), ("sort", lambda: sorted([e, e]))]:
    try:
        f()
    except RecursionError as x:
        print(name, type(x).__name__, str(x)[:32])
    else:
        print(name, "returned")
""")
case("recursion_containers", """
def deep(kind, n):
    x = kind(())
    for _ in range(n): x = kind((x,))
    return x
def deep_dict(n):
    x = {}
    for _ in range(n): x = {0: x}
    return x
N = 200000
def attempt(name, f):
    try:
        print(name, f())
    except RecursionError as e:
        print(name, type(e).__name__, str(e)[:32])
for kind in (list, tuple):
    a, b = deep(kind, N), deep(kind, N)
    attempt("repr " + kind.__name__, lambda: len(repr(a)))
    attempt("eq", lambda: a == b)
    attempt("lt", lambda: a < b)
    del a, b
t = deep(tuple, 3000)
attempt("hash", lambda: hash(t))
d, f = deep_dict(N), deep_dict(N)
attempt("repr dict", lambda: len(repr(d)))
attempt("eq dict", lambda: d == f)
attempt("isinstance", lambda: isinstance(1, deep(tuple, N)))
attempt("in a set", lambda: t in {t, 1})
loop = []
loop.append(loop)
print(loop)
other = [loop]
loop2 = []
loop2.append(loop2)
attempt("loops", lambda: loop == loop2)
ring = {}
ring[1] = ring
print(ring)
class Link: pass
head = None
for _ in range(300000):
    link = Link()
    link.next = head
    head = link
del head, link
print("released")
""")
case("recursion_walk", """
def walk(x):
    if isinstance(x, list):
        for y in x: yield from walk(y)
    else:
        yield x
def loads(text, i=0):
    if text[i] == "[":
        value, i = loads(text, i + 1)
        return [value], i + 1
    return text[i], i + 1
def dumps(x): return "[" + dumps(x[0]) + "]" if isinstance(x, list) else x
print(dumps(loads("[" * 200 + "x" + "]" * 200)[0])[195:206])
x = 1
for _ in range(100000): x = [x]
for f in (lambda: list(walk(x)), lambda: loads("[" * 100000), lambda: dumps(x)):
    try: print(f())
    except RecursionError as e: print(type(e).__name__, str(e)[:32])
def again(n):
    try:
        return again(n + 1)
    except RecursionError:
        return "stopped"
print(again(0))
def cleanup(n):
    try:
        cleanup(n + 1)
    finally:
        done.append(1)
done = []
try: cleanup(0)
except RecursionError: print(len(done) > 100)
""")
case("recursion_uncaught", "def f(n):\n    return f(n + 1)\nf(0)\n")


def limited(address_space):
    def prepare():
        signal.signal(signal.SIGINT, signal.default_int_handler)
        if address_space:
            resource.setrlimit(resource.RLIMIT_AS, (address_space, address_space))
    return prepare


def execute(command, where, environment, address_space, interrupt):
    """(standard output, last line of standard error, status), as text for messages."""
    started = subprocess.Popen(command, cwd=where, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               env={**ENVIRONMENT, **environment}, preexec_fn=limited(address_space))
    said = b""
    try:
        if interrupt is not None:
            said = started.stdout.readline()
            time.sleep(interrupt)
            started.send_signal(signal.SIGINT)
            started.wait(timeout=120)
            out, err = started.stdout.read(), started.stderr.read()
        else:
            out, err = started.communicate(timeout=300)
    except subprocess.TimeoutExpired:
        started.kill()
        started.wait()
        return "", "", "did not end"
    finally:
        for stream in (started.stdin, started.stdout, started.stderr):
            stream.close()
    lines = err.decode(errors="backslashreplace").splitlines()
    return (said + out).decode(errors="backslashreplace"), lines[-1][:60] if lines else "", started.returncode


def check(context, name):
    text, environment, address_space, interrupts = CASES[name]
    outcomes = []
    with tempfile.TemporaryDirectory() as tmp:
        where = pathlib.Path(tmp).resolve()
        (where / "prog.py").write_text(text, encoding="utf-8")
        built = compile_program(context, where, "prog.py")
        if built.returncode:
            return [(name, f"  build failed:\n{built.stderr[-2000:]}", None)]
        for interrupt in interrupts or (None,):
            want = execute([context.oracle, "prog.py"], where, environment, address_space, interrupt)
            for target, runner in TARGETS.items():
                label = f"limits {name} [{target}]" + ("" if interrupt is None else f" after {interrupt} s")
                if runner and name in NATIVE:
                    continue
                image = next(p for p in (where / "out" / target).rglob("*") if p.is_file())
                if runner and not shutil.which(runner[0]):
                    outcomes.append((label, None, f"{runner[0]} is missing"))
                    continue
                # The emulator needs the address space for itself: there the heap's own limit is what is tested.
                got = execute([*runner, str(image)], where, environment, None if runner else address_space, interrupt)
                outcomes.append((label, None if got == want else f"  expected {want!r}\n  got      {got!r}", None))
    return outcomes


def run(context, result):
    names = [n for n in CASES if context.only in n or context.only in "limits"]
    with ThreadPoolExecutor(context.jobs) as pool:
        for outcomes in pool.map(lambda n: check(context, n), names):
            for name, problem, skip in outcomes:
                if skip:
                    result.skip(name, skip)
                elif problem:
                    result.fail(name, problem)
                else:
                    result.ok(name)
