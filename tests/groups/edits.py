"""Warm builds against cold ones: after each of many random edits of an example, building on gives the very bytes, messages and exit code
that building from nothing in another directory gives. The fast number is for every day, `--all` makes 200 edits.

Edits are to sources and recipes, good and bad ones; some are taken back, so that old states come again (A, B, A).

The second part does the same to the engine with stand-in stages, where a build takes milliseconds: files, directories and links come, go and
change places, one to three at a time, and what is remembered is sometimes lost.

The third part edits a workspace of many libraries so that names are shadowed: a module, a package, a link or a directory without an
__init__.py appears in front of another or goes away."""

import contextlib
import os
import pathlib
import random
import shutil
import subprocess
import tempfile

FEW, MANY = 12, 200


def sources(where):
    return sorted(p for p in where.rglob("*") if p.is_file() and p.suffix in (".py", ".txt", ".py2")
                  and not {"out", ".py2"} & set(p.relative_to(where).parts[:1]))


def edit_comment(rng, path, text):
    return text + f"\n{'--' if path.suffix == '.py2' else '#'} edit {rng.randrange(1000)}\n"


def edit_constant(rng, path, text):
    return text + (f"\nedited_{rng.randrange(5)} = {rng.randrange(10 ** 6)}\n" if path.suffix == ".py" else f"\n-- {rng.random()}\n")


def edit_function(rng, path, text):
    if path.suffix != ".py":
        return text
    return text + f"\n\ndef added_{rng.randrange(5)}(a, b={rng.randrange(9)}):\n    return [a + b, {rng.randrange(9)}]\n\n\nprint(added_0 if 'added_0' in globals() else 1)\n"


def edit_error(rng, path, text):
    return text + rng.choice(("\nif :\n", "\nimport nowhere_at_all\n", "\nexec('1')\n")) if path.suffix == ".py" else text + "\nappp { }\n"


def edit_shift(rng, path, text):
    """Line numbers move, which tracebacks show."""
    return text if text.startswith("from __future__") else "\n" * rng.randrange(1, 4) + text


def edit_cut(rng, path, text):
    lines = text.split("\n")
    del lines[rng.randrange(len(lines))]
    return "\n".join(lines)


EDITS = (edit_comment, edit_constant, edit_constant, edit_function, edit_error, edit_shift, edit_cut)


def change(rng, where, past):
    """One edit; returns what it was."""
    kind = rng.randrange(10)
    if past and kind < 4:  # back to a state that was there before
        path, text = past[rng.randrange(len(past))]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return f"restore {path.relative_to(where)}"
    path = rng.choice(sources(where))
    text = path.read_text()
    past.append((path, text))
    if kind == 4 and path.name != "build.py2":
        path.unlink()
        return f"remove {path.relative_to(where)}"
    if kind == 5 and path.suffix == ".py":
        (path.parent / f"new_{rng.randrange(3)}.py").write_text(f"value = {rng.randrange(9)}\n")
        return f"add beside {path.relative_to(where)}"
    edit = rng.choice(EDITS)
    path.write_text(edit(rng, path, text))
    return f"{edit.__name__} {path.relative_to(where)}"


def build(py2, where, cache):
    env = dict(os.environ, PY2_CACHE_DIR=str(cache), XDG_CACHE_HOME=str(cache))
    done = subprocess.run([str(py2), "build", "-k", "--progress=none"], cwd=where, env=env, capture_output=True, text=True, timeout=300)
    outputs = {str(p.relative_to(where)): p.read_bytes() for p in sorted((where / "out").rglob("*")) if p.is_file()} if done.returncode == 0 else {}
    return done.returncode, done.stderr, done.stdout, outputs


def differences(warm, cold):
    found = [f"{what}: {a!r} warm, {b!r} cold" for what, a, b in zip(("exit", "stderr", "stdout"), warm, cold) if a != b]
    # An output of an app that is gone stays where it was: only what is built now is compared.
    found += [f"{name} differs" for name in cold[3] if warm[3].get(name) != cold[3][name]]
    return found


def run_example(context, result, example, count, seed):
    rng, past, refused = random.Random(seed), [], 0
    name = f"{example}: {count} edits, seed {seed}"
    with tempfile.TemporaryDirectory() as tmp:
        top = pathlib.Path(tmp)
        where = top / "warm" / example
        shutil.copytree(context.root / "docs" / "examples" / example, where, ignore=shutil.ignore_patterns("out", ".py2"))
        build(context.py2, where, top / "cache")
        for number in range(count):
            what = change(rng, where, past)
            warm = build(context.py2, where, top / "cache")
            cold_dir = top / f"cold{number}" / example
            shutil.copytree(where, cold_dir, ignore=shutil.ignore_patterns("out", ".py2"))
            cold = build(context.py2, cold_dir, top / f"cache{number}")
            found = differences(warm, cold)
            refused += cold[0] != 0
            if found:
                result.fail(name, f"  edit {number}, {what}:\n  " + "\n  ".join(found)[:3000])
                return
            shutil.rmtree(top / f"cold{number}")
            shutil.rmtree(top / f"cache{number}")
    if refused in (0, count) and count >= MANY:  # few may be all of one kind by chance
        result.fail(name, f"  {refused} of {count} builds were refused: the edits test one kind only")
    else:
        result.ok(name)


# ---- the engine alone ----

STANDIN_RECIPES = {
    "build.py2": 'workspace { targets = { "linux-x86_64" } }\nresource { name = "all", files = glob { "data/**" } }\n'
                 'app { name = "top", main = "top.py", roots = { "first", "second", "." }, resources = { ":all" } }\n',
    "p/build.py2": 'library { name = "p", roots = { "lib" } }\napp { name = "p_app", main = "main.py", deps = { ":p", "//q" } }\n',
    "q/build.py2": 'library { name = "q", srcs = glob { "*.py" } }\napp { name = "q_app", main = "m0.py", opt = env("MODE", "speed") }\n',
}
MODULES = [f"m{i}" for i in range(6)]
FOLDERS = ["", "first", "second", "p", "p/lib", "q", "data", "data/deep", "other"]
BASE = ("", "p", "p/lib", "q")  # where every module is at first, and mostly stays


def standin_text(rng):
    lines = [f"import {m}" for m in rng.sample(MODULES, rng.randrange(3))] + [f"value {rng.randrange(4)}"]
    return "\n".join(lines + ["warn"] * (rng.randrange(6) == 0) + ["# comment"] * rng.randrange(2)) + "\n"


def standin_start(rng, where):
    for name, text in STANDIN_RECIPES.items():
        (where / name).parent.mkdir(parents=True, exist_ok=True)
        (where / name).write_text(text)
    for folder in FOLDERS:
        (where / folder).mkdir(exist_ok=True)
    for folder in FOLDERS:
        for name in ["top", "main", *MODULES]:
            if folder in BASE or rng.randrange(3):
                (where / folder / f"{name}.py").write_text(standin_text(rng))


def standin_change(rng, where):
    folder = where / rng.choice(FOLDERS)
    path = folder / rng.choice([f"{m}.py" for m in ("top", "main", *MODULES)])
    kind = rng.randrange(12)
    if kind in (5, 6) and rng.randrange(6) and str(folder.relative_to(where)) in (".", *BASE):
        return
    if kind < 5:
        folder.mkdir(parents=True, exist_ok=True)
        if not path.is_dir():
            path.write_text(standin_text(rng))
    elif kind == 5 and (path.exists() or path.is_symlink()) and not path.is_dir():
        path.unlink()
    elif kind == 6 and path.is_file():
        path.rename(path.with_name(rng.choice(MODULES).upper() + ".py"))
    elif kind == 7 and path.is_file():
        os.utime(path, (rng.randrange(10 ** 9), rng.randrange(10 ** 9)))
    elif kind == 8:
        link = where / rng.choice(("first", "second", "data/link", "p/lib"))
        if link.is_symlink():
            link.unlink()
        elif link.is_dir():
            shutil.rmtree(link)
        if rng.randrange(3):
            link.parent.mkdir(parents=True, exist_ok=True)
            link.symlink_to(os.path.relpath(where / rng.choice(("other", "p", "nowhere", "data")), link.parent))
    elif kind == 9:
        recipe = where / rng.choice(list(STANDIN_RECIPES))
        if recipe.parent.is_dir():
            recipe.write_text(STANDIN_RECIPES[str(recipe.relative_to(where))] + rng.choice(("", "", "-- comment\n", 'app { name = "more", main = "main.py" }\n', "oops {\n")))
    elif kind == 10:
        shutil.rmtree(where / "out", ignore_errors=True)
    elif kind == 11 and not rng.randrange(4):
        for name in rng.sample(("graph", "journal"), rng.randrange(1, 3)):
            (where / ".py2" / name).unlink(missing_ok=True)


def run_standin(context, result, count, seed):
    standin, rng, name = context.build / "py2_standin", random.Random(seed), f"engine: {count} changes, seed {seed}"
    if not standin.exists():
        return result.skip(name, f"{standin} was not built")
    with tempfile.TemporaryDirectory() as tmp:
        top, good = pathlib.Path(tmp), 0
        where = top / "warm"
        where.mkdir()
        standin_start(rng, where)
        for number in range(count):
            os.environ["MODE"] = rng.choice(("speed", "size"))
            warm = build(standin, where, top / "cache")
            cold_dir = top / "cold"
            shutil.copytree(where, cold_dir, symlinks=True, ignore=shutil.ignore_patterns("out", ".py2"))
            cold = build(standin, cold_dir, top / "coldcache")
            again = build(standin, where, top / "cache")
            found = differences(warm, cold) or differences(again, cold)
            good += warm[0] == 0
            if found:
                result.fail(name, f"  change {number}:\n  " + "\n  ".join(found)[:3000])
                return None
            shutil.rmtree(cold_dir)
            shutil.rmtree(top / "coldcache")
            for _ in range(rng.randrange(1, 4)):
                with contextlib.suppress(OSError):  # a folder may be a link that leads nowhere by now
                    standin_change(rng, where)
    del os.environ["MODE"]
    return result.ok(name) if 0 < good and (good < count or count < 500) else result.fail(name, f"  {good} of {count} builds were good")


# ---- many libraries ----

def many_start(where):
    """Twelve libraries, each on up to three of those before it, half of them in one namespace package, and three apps."""
    (where / "build.py2").write_text('workspace { name = "many", targets = { "linux-x86_64" } }\n')
    for i in range(12):
        folder, name = where / f"l{i}", f"space.l{i}" if i % 2 else f"l{i}"
        package = folder / name.replace(".", "/")
        package.mkdir(parents=True)
        deps = [k for k in (i - 1, i - 2, i - 5) if k >= 0]
        names = [f"space.l{k}" if k % 2 else f"l{k}" for k in deps]
        (package / "__init__.py").write_text("try:\n    import extra\nexcept ImportError:\n    extra = None\n")
        for m in range(3):
            (package / f"m{m}.py").write_text("".join(f"from {n} import m{m} as d{k}\n" for k, n in zip(deps, names)) + f"value = {i} + {m}\n")
        listed = ", ".join(f'"//l{k}"' for k in deps)
        (folder / "build.py2").write_text(f'library {{ name = "l{i}", roots = {{ "." }}, deps = {{ {listed} }} }}\n')
    for i in (5, 8, 11):
        folder, name = where / f"app{i}", f"space.l{i}" if i % 2 else f"l{i}"
        folder.mkdir()
        (folder / "build.py2").write_text(f'app {{ name = "app{i}", main = "main.py", deps = {{ "//l{i}" }} }}\n')
        (folder / "main.py").write_text(f"from {name} import m0, m2\nprint(m0.value, m2.value)\n")


def many_shadows(rng, where):
    """Somewhere something appears under a name that something else has, goes, or is written otherwise."""
    folder = where / rng.choice([f"app{i}" for i in (5, 8, 11)] + [f"l{i}" for i in range(12)])
    name = rng.choice(["extra", "space", f"l{rng.randrange(12)}", f"l{rng.randrange(12)}", "json"])
    file, package = folder / f"{name}.py", folder / name
    kind = rng.randrange(8)
    if kind == 0:
        file.write_text("value = 'shadow'\n")
    elif kind == 1:
        file.unlink(missing_ok=True)
    elif kind == 2 and not package.exists():
        package.mkdir()
        if rng.randrange(2):
            (package / "__init__.py").write_text("")
    elif kind == 3 and package.is_dir() and not package.is_symlink():
        init = package / "__init__.py"
        init.unlink() if init.exists() else init.write_text("")
    elif kind == 4 and package.is_symlink():
        package.unlink()
    elif kind == 4 and not package.exists():
        package.symlink_to(os.path.relpath(where / f"l{rng.randrange(12)}", folder))
    elif kind == 5 and file.exists():
        file.rename(file.with_name(name.upper() + ".py"))
    elif kind == 6:
        for path in rng.sample(sorted(where.glob("l*/**/m1.py")), 1):
            path.write_text(path.read_text() + rng.choice(("value += 1\n", "# comment\n", "import extra\n", "from space import l1\n")))
    elif kind == 7:
        (folder / f"{rng.choice(('README', 'x.y'))}.md").write_text(str(rng.random()))


def run_many(context, result, count, seed):
    rng, name, good = random.Random(seed), f"many libraries: {count} changes, seed {seed}", 0
    with tempfile.TemporaryDirectory() as tmp:
        top = pathlib.Path(tmp)
        where, start = top / "warm", top / "start"
        start.mkdir()
        many_start(start)
        shutil.copytree(start, where)
        build(context.py2, where, top / "cache")
        for number in range(count):
            if number % 12 == 11:  # what went wrong for good is put right
                for path in where.iterdir():
                    if path.name not in ("out", ".py2"):
                        path.unlink() if path.is_file() or path.is_symlink() else shutil.rmtree(path)
                shutil.copytree(start, where, dirs_exist_ok=True)
            many_shadows(rng, where)
            warm = build(context.py2, where, top / "cache")
            cold_dir = top / "cold"
            shutil.copytree(where, cold_dir, symlinks=True, ignore=shutil.ignore_patterns("out", ".py2"))
            cold = build(context.py2, cold_dir, top / "coldcache")
            found = differences(warm, cold)
            good += cold[0] == 0
            if found:
                result.fail(name, f"  change {number}:\n  " + "\n  ".join(found)[:3000])
                return
            shutil.rmtree(cold_dir)
            shutil.rmtree(top / "coldcache")
    if count >= MANY and good in (0, count):
        result.fail(name, f"  {good} of {count} builds were good")
    else:
        result.ok(name)


def run(context, result):
    seed = random.randrange(10 ** 6)
    if context.only in "engine":
        run_standin(context, result, 1000 if context.all else 60, seed)
    if context.only in "many libraries":
        run_many(context, result, MANY if context.all else 3 * FEW, seed)
    for example in ("monorepo", "markdown"):
        if context.only in example:
            run_example(context, result, example, MANY if context.all else FEW, seed)
