"""Workspaces of many libraries: shapes that real monorepos have, with the equal graph for ninja beside some of them.

    monorepo.py SHAPE DIR [NUMBER [NUMBER]]      the shapes are the functions at the end of SHAPES
"""

import pathlib
import sys

WINDOW = 100  # in large workspaces a package sees at most the others of its hundred


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def module(imports, number):
    functions = "".join(f"\n\ndef step{i}(x):\n    return x * {i + 1} + {number}\n" for i in range(8))
    return "".join(f"from {i}\n" for i in imports) + functions + "\n\ndef run(x):\n    return step0(x)\n"


def recipe(kind, name, deps=(), more=""):
    return f'{kind} {{ name = "{name}", roots = {{ "." }}{more}, deps = {{ {", ".join(deps)} }} }}\n'


def named(packages):
    """The packages that each names: up to three of the nine before it, within its hundred when there are many."""
    window = WINDOW if packages > 10 * WINDOW else packages
    for p in range(packages):
        first = p // window * window
        yield p, sorted({q for q in (p - 1 - (p * 7 + k) % 9 for k in range(3)) if q >= first})


def layered(root, packages=100, modules=10):
    """A library for each package, an app for every tenth, which reaches through the libraries up to all that came before it."""
    write(root / "build.py2", 'workspace { name = "layered", targets = { "linux-x86_64" } }\n')
    deps_of, ninja = {}, ["rule compile\n  command = cp $in $out\nrule link\n  command = cat $in > $out\n"]
    for p, deps in named(packages):
        name = f"lib{p:05}"
        deps_of[p] = deps
        write(root / name / name / "__init__.py", "")
        for m in range(modules):
            write(root / name / name / f"m{m}.py", module([f"lib{d:05} import m{m}" for d in deps], m))
            ninja.append(f"build obj/{name}/m{m}.o: compile ../{name}/{name}/m{m}.py\n")
        text = recipe("library", name, [f'"//lib{d:05}"' for d in deps], f', srcs = glob {{ "{name}/**/*.py" }}')
        if p % 10 == 9:
            write(root / name / "main.py", "".join(f"from {name} import m{m}\n" for m in range(modules))
                  + f"print({' + '.join(f'm{m}.run(3)' for m in range(modules))})\n")
            text += recipe("app", "app", [f'":{name}"'], ', main = "main.py"')
            seen, todo = set(), [p]
            while todo:
                q = todo.pop()
                if q not in seen:
                    seen.add(q)
                    todo += deps_of[q]
            inputs = " ".join(f"obj/lib{q:05}/m{m}.o" for q in sorted(seen) for m in range(modules))
            ninja.append(f"build bin/{name}: link {inputs}\n")
        write(root / name / "build.py2", text)
    write(root / "ninja" / "build.ninja", "".join(ninja))


def chain(root, length=500):
    """Each library names the one before it; one app names the last."""
    write(root / "build.py2", 'workspace { name = "chain", targets = { "linux-x86_64" } }\n'
          + recipe("app", "app", [f'"//c{length - 1:04}:c"'], ', main = "main.py"'))
    write(root / "main.py", f"import c{length - 1:04}\nprint(c{length - 1:04}.depth)\n")
    for i in range(length):
        write(root / f"c{i:04}" / f"c{i:04}.py", f"import c{i - 1:04}\ndepth = c{i - 1:04}.depth + 1\n" if i else "depth = 1\n")
        write(root / f"c{i:04}" / "build.py2", recipe("library", "c", [f'"//c{i - 1:04}:c"'] if i else []))


def diamond(root, sides=2000):
    """An app of many libraries, which all name one."""
    deps = [f'"//side{i:04}:side"' for i in range(sides)]
    write(root / "build.py2", 'workspace { name = "diamond", targets = { "linux-x86_64" } }\n' + recipe("app", "app", deps, ', main = "main.py"'))
    write(root / "main.py", "".join(f"import side{i:04}\n" for i in range(sides)) + f"print(side0000.value + side{sides - 1:04}.value)\n")
    write(root / "base" / "base.py", "value = 1\n")
    write(root / "base" / "build.py2", recipe("library", "base"))
    for i in range(sides):
        write(root / f"side{i:04}" / f"side{i:04}.py", f"import base\nvalue = base.value + {i}\n")
        write(root / f"side{i:04}" / "build.py2", recipe("library", "side", ['"//base"']))


def wide(root, modules=20000):
    """One library of many modules, and an app that uses a few of them."""
    write(root / "build.py2", 'workspace { name = "wide", targets = { "linux-x86_64" } }\n' + recipe("app", "app", ['"//lib"'], ', main = "main.py"'))
    write(root / "main.py", f"from wide import m0, m{modules // 2}\nprint(m0.run(1) + m{modules // 2}.run(2))\n")
    write(root / "lib" / "build.py2", recipe("library", "lib", more=', srcs = glob { "**/*.py" }'))
    write(root / "lib" / "wide" / "__init__.py", "")
    for i in range(modules):
        write(root / "lib" / "wide" / f"m{i}.py", module([f"wide import m{i - 1}"] if i % 10 else [], i))


def shared(root, apps=5000, modules=50):
    """Many apps on one library."""
    write(root / "build.py2", 'workspace { name = "shared", targets = { "linux-x86_64" } }\n')
    write(root / "lib" / "build.py2", recipe("library", "lib", more=', srcs = glob { "**/*.py" }'))
    write(root / "lib" / "common" / "__init__.py", "".join(f"from common import m{i}\n" for i in range(modules)))
    for i in range(modules):
        write(root / "lib" / "common" / f"m{i}.py", module([], i))
    for i in range(apps):
        write(root / f"app{i:04}" / "main.py", f"import common\nprint(common.m{i % modules}.run({i}))\n")
        write(root / f"app{i:04}" / "build.py2", recipe("app", "app", ['"//lib"'], ', main = "main.py"'))


def roots(root, number=200):
    """One app whose `roots` are many; each has one of the modules."""
    listed = ", ".join(f'"r{i:03}"' for i in range(number))
    write(root / "build.py2", 'workspace { name = "roots", targets = { "linux-x86_64" } }\n'
          f'app {{ name = "app", main = "main.py", roots = {{ ".", {listed} }} }}\n')
    write(root / "main.py", "".join(f"import one{i:03}\n" for i in range(number)) + "try:\n    import nowhere_at_all\nexcept ImportError:\n    pass\n"
          + f"print({' + '.join(f'one{i:03}.value' for i in range(number))})\n")
    for i in range(number):
        write(root / f"r{i:03}" / f"one{i:03}.py", f"value = {i}\n")


SHAPES = {f.__name__: f for f in (layered, chain, diamond, wide, shared, roots)}

if __name__ == "__main__":
    if len(sys.argv) < 3 or sys.argv[1] not in SHAPES:
        sys.exit(__doc__)
    SHAPES[sys.argv[1]](pathlib.Path(sys.argv[2]), *map(int, sys.argv[3:]))
