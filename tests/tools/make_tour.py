"""Writes docs/tour.md: one tiny program through every room, with what each room really made of it.

  make_tour.py --build DIR            writes the page
  make_tour.py --build DIR --check    says whether the page is what would be written

Addresses and sizes are left out: they change with every edit of the runtime, and say nothing.
"""

import argparse
import ast
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "tour.md"
TARGET = "linux-x86_64"

PROGRAM = '''"""Adds the numbers of its command line."""

import sys


def total(words):
    value = 0
    for word in words:
        value = value + int(word)
    return value


try:
    print(total(sys.argv[1:]))
except ValueError as problem:
    print("not a number:", problem)
'''

TEXT = """# A tour: one program through every room

Made by `tests/tools/make_tour.py` from real dumps; the group `docs` of the tests makes it again and compares. When a pass changes what it
makes, run `python3.11 tests/tools/make_tour.py --build build/release`.

The program, `tour.py`: a function with a loop, a call, and an exception that is caught.

```python
{program}```

```sh
$ py2 build tour.py
$ out/linux-x86_64/tour 1 2 3
{run_good}$ out/linux-x86_64/tour 1 x
{run_bad}```

The engine splits the work into stages, each a function from bytes to bytes that is run only when its input changed
([rules/compile.c](../rules/compile.c)). This is what `py2 build --explain` says of the first build:

```
{stages}```

## The tree (rules/python)

The lexer and the parser turn the text into CPython's tree; `build/release/astdump tour.py` prints it. The function `total`, without the places
that every node carries:

```
{tree}
```

## The IR (rules/lower)

Lowering turns each function into basic blocks of values that are assigned once. `V` is a Python value, `I` a machine integer, `P` an address,
`F` a float. Blocks take their incoming values as parameters, as in `b4(%17:V, …)`: there are no phi nodes. A word of a value holds a small int
shifted left by two with 1 below it, so `const imm=1` is Python's `0`. `rt` calls the runtime. A call that can raise either names a
`site` (where in the source it is: its line goes into the traceback and the function is left) or is `caught`, and then a branch follows.

`py2 build tour.py --opt=none --dump=ir:total`: the function as it was lowered. A list is walked by index (`b7`, `b8`), everything else by its
iterator (`b5`); `int` is looked up once and kept in a cell (`b9`), since a program may give that name another meaning.

```
{plain}```

The `try` of the module's body: the call of `total` goes straight to its code when the name still stands for that function, and leads to a landing
block when the answer is 0, the sign of an exception. The first three parts of the way through `--dump=ir:init`:

```
{caught}```

## The optimised IR (rules/infer, rules/opt)

`--dump=ir:total` without `--opt=none`. Facts (`fact=`) say what each value can be. The addition has been opened: two small ints are
added by one machine instruction that tells of an overflow (`addo`, `brovf`); two floats by `fadd`; whatever else goes to the runtime. `rt_call` was
opened the same way. Only the blocks that are expected to run are shown; {cold} cold ones, which hold the rest of Python's meaning, are not.

```
{fast}```

## The machine code (rules/gen)

Selection gives each IR value machine forms, and the register allocator writes them into registers. `--opt=none --dump=gen:total`: left the form, with
`register.value`, right the IR it came from. `r15` is the thread; `poll` looks whether a signal or the collector wants something, or the stack ends.
At the end stand the bytes, and the places in them that the linker fills in.

```
{gen}```

## The executable (rules/link)

The linker puts the module's code beside the parts of the runtime that it can reach, and writes an ELF file: no dynamic loader, no library, no
interpreter. What a foreign disassembler reads there, up to the return (`objdump -d` of a build with `--debug=true --opt=none`):

```
{disassembly}```

The parts of the file, from `readelf -S`:

```
{sections}```

At the start, `rt_main` makes the heap and `sys`, runs `__main__.init`, and writes out what is left in the buffers. The value 0 that
`total` returns for an exception is seen by its caller, which records the line for the traceback and goes to its landing block. There
`rt_handler_enter` takes the exception, `rt_exc_match` compares it with `ValueError`, and the handler runs.
"""


class Maker:
    def __init__(self, build, where):
        self.build, self.where = pathlib.Path(build).resolve(), pathlib.Path(where)
        self.env = dict(os.environ, XDG_CACHE_HOME=str(self.where / "cache"))
        (self.where / "tour.py").write_text(PROGRAM, encoding="utf-8")

    def call(self, *command, status=0):
        done = subprocess.run(command, cwd=self.where, env=self.env, capture_output=True, text=True, timeout=120)
        if status is not None and done.returncode != status:
            raise RuntimeError(f"{' '.join(map(str, command))}: status {done.returncode}\n{done.stderr[-2000:]}")
        return done

    def py2(self, *flags):
        command = [self.build / "py2", "build", "tour.py", "--target", TARGET, "--progress=none", *flags]
        return self.call(*command).stdout

    def tree(self):
        text = self.call(self.build / "astdump", "tour.py").stdout
        tree = eval(text.strip(), dict(vars(ast)))  # our own dump: calls of the tree's classes only
        function = next(node for node in tree.body if isinstance(node, ast.FunctionDef))
        return ast.dump(function, indent=1)

    def executable(self, *words):
        return self.call(self.where / "out" / TARGET / "tour", *words).stdout

    def disassembly(self):
        image = self.where / "out" / TARGET / "tour"
        flags = ["--no-addresses", "--no-show-raw-insn", "--disassemble=__main__.fn.total"]
        lines = self.call("objdump", "-d", *flags, image).stdout.splitlines()
        start = lines.index("<__main__.fn.total>:")
        end = next(i for i in range(start, len(lines)) if lines[i].split() == ["ret"])
        out = []
        for line in lines[start : end + 1]:
            line = re.sub(r"0x[0-9a-f]+\(%rip\)(.*?)\s*# <(.*)>", r"<\2>\1", line)
            out.append(line.expandtabs(4).rstrip())
        return "\n".join(out) + "\n"

    def sections(self):
        image = self.where / "out" / TARGET / "tour"
        meanings = {
            ".note.gnu.build-id": "a digest of the contents",
            ".rodata": "constants, tables of source positions, resources",
            ".relr.dyn": "which words hold addresses: the image moves itself at the start",
            ".text": "machine code, the program's first",
            ".data.rel.ro": "tables that hold addresses; read-only once the image has moved",
            ".data": "objects that exist from the start; in the file without their zeros, expanded from .rodata",
            ".bss": "what begins as zeros",
        }
        out = []
        for line in self.call("readelf", "-SW", image).stdout.splitlines():
            found = re.match(r"\s*\[ *\d+\] (\.\S+) +(\S+) .* ([AWX]+) ", line)
            if found and found[1] in meanings:
                out.append(f"{found[1]:<20} {found[3]:<3} {meanings[found[1]]}")
        return "\n".join(out) + "\n"

    def stages(self):
        command = [self.build / "py2", "build", "tour.py", "--target", TARGET, "--progress=none", "--explain"]
        return self.call(*command).stderr


def blocks(dump):
    """[(head, text)] of the blocks of a function's dump."""
    parts = re.split(r"(?m)^(?=b\d+[ (:])", dump)
    return [(part.split("\n", 1)[0], part.removesuffix("}\n")) for part in parts[1:]]


def hot(dump):
    parts = blocks(dump)
    shown = [text for head, text in parts if not head.endswith("cold:")]
    return "".join(shown), len(parts) - len(shown)


def caught(dump):
    """The block with the direct call, the landing block it leads to, and the block that compares the exception."""
    parts = blocks(dump)
    by_name = {re.match(r"b\d+", head)[0]: text for head, text in parts}
    call = next(text for _, text in parts if "py.direct" in text)
    landing = by_name[call.split()[-1].split("(")[0]]
    enter = next(text for _, text in parts if "rt_handler_enter" in text)
    match = next(text for _, text in parts if "rt_exc_match" in text)
    return "…\n" + "…\n".join([call, landing, enter + match])


def page(build):
    with tempfile.TemporaryDirectory() as where:
        maker = Maker(build, where)
        stages = maker.stages()
        plain = maker.py2("--opt=none", "--dump=ir:total")
        init = maker.py2("--opt=none", "--dump=ir:init")
        gen = maker.py2("--opt=none", "--dump=gen:total")
        maker.py2("--opt=none", "--debug=true")
        disassembly, sections = maker.disassembly(), maker.sections()
        fast, cold = hot(maker.py2("--dump=ir:total"))
        return TEXT.format(
            program=PROGRAM,
            run_good=maker.executable("1", "2", "3"),
            run_bad=maker.executable("1", "x"),
            stages=stages,
            tree=maker.tree(),
            plain=plain.removesuffix("\n") + "\n",
            caught=caught(init),
            fast=fast,
            cold=cold,
            gen=gen,
            disassembly=disassembly,
            sections=sections,
        )


def missing(build):
    """What is needed and not there."""
    needs = [str(pathlib.Path(build).resolve() / name) for name in ("py2", "astdump")] + ["objdump", "readelf"]
    return [name for name in needs if not shutil.which(name)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", default="build/release")
    parser.add_argument("--check", action="store_true")
    args = parser.parse_args()
    text = page(args.build)
    if args.check:
        return 0 if PAGE.exists() and PAGE.read_text(encoding="utf-8") == text else 1
    PAGE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
