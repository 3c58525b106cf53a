"""The figures of a measurement as text and as docs/conformance.md."""

from cpython import measure


def share(result):
    return 100 * result.passed / result.counted if result.counted else 0.0


def line(result):
    text = f"{result.name}: {result.passed} of {result.counted} passed ({share(result):.1f} %), {len(result.skipped)} skipped, {len(result.aside)} set aside"
    return text + (f"; {result.trouble}" if result.trouble else "")


def total(results):
    passed, counted = sum(r.passed for r in results), sum(r.counted for r in results)
    return f"{len(results)} files, {passed} of {counted} methods passed" + (f" ({100 * passed / counted:.1f} %)" if counted else "")


def reasons(results):
    counts = {}
    for r in results:
        for reason in r.aside.values():
            counts[reason] = counts.get(reason, 0) + 1
    return [f"| {text} | {counts.get(key, 0)} |" for key, text in measure.REASONS.items()]


def cell(text):
    return text.replace("|", "\\|").replace("\n", " ")[:120]


def not_measured(results):
    """The files of files.txt that this page says nothing of."""
    missing = sorted(set(measure.read_files()) - {r.name for r in results})
    return [f"Not measured: {', '.join(f'`{name}`' for name in missing)}.", ""] if missing else []


def write(path, results):
    rows = [
        f"| `{r.name}` | {r.counted} | {r.passed} | {len(r.failures)} | {len(r.skipped)} | {len(r.aside)} | {share(r):.1f} % | {cell(r.trouble)} |"
        for r in sorted(results, key=lambda r: r.name)
    ]
    text = [
        "# CPython's own tests",
        "",
        "Written by `tests/cpython/run --write`: each file of Debian's `libpython3.11-testsuite` compiled unmodified with `--dynamic=raise` and run as a",
        "native program. Methods that CPython itself skips or fails on the same machine are not counted as failed; a file that does not compile or",
        "ends early has failed with every method that was not reached. Methods set aside stand in `tests/cpython/set_aside.txt`, each with its reason.",
        "",
        total(results) + ".",
        "",
        *not_measured(results),
        "| file | counted | passed | failed | skipped | set aside | passed of counted | ended by |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
        *rows,
        "",
        "| set aside because the method | methods |",
        "| --- | --- |",
        *reasons(results),
        "",
    ]
    path.write_text("\n".join(text), encoding="utf-8")
