"""A fixed subset of CPython's own tests (tests/cpython/subset.txt): no file may fall below the share that it once reached."""

import pathlib

from cpython import measure, page

HERE = pathlib.Path(__file__).resolve().parent.parent / "cpython"


def read_subset():
    for line in (HERE / "subset.txt").read_text(encoding="utf-8").splitlines():
        words = line.partition("#")[0].split()
        if words:
            yield words[0], float(words[1])


def run(context, result):
    aside = measure.read_set_aside()
    for name, least in read_subset():
        if context.only not in f"cpython {name}":
            continue
        if not (measure.SUITE / f"{name}.py").exists():
            result.skip(f"cpython {name}", "libpython3.11-testsuite is not installed")
            continue
        got = measure.measure(str(context.py2), name, aside, 300)
        if page.share(got) < least:
            result.fail(f"cpython {name}", f"  less than {least} %: {page.line(got)}\n" + "".join(f"    {m}: {w}\n" for m, w in sorted(got.failures.items())[:20]))
        else:
            result.ok(f"cpython {name}")
