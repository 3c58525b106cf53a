"""docs/benchmarks.md: one page, a section for each program that measures, between marks of its own."""

import pathlib

PAGE = pathlib.Path(__file__).resolve().parent.parent.parent / "docs" / "benchmarks.md"
SECTIONS = ("programs", "engine")


def put_section(name, lines, page=PAGE):
    """Replaces the section `name` and leaves the others alone."""
    assert name in SECTIONS
    text = page.read_text() if page.exists() else ""
    parts = {}
    for section in SECTIONS:
        begin, end = f"<!-- {section} -->\n", f"<!-- end of {section} -->\n"
        parts[section] = text.partition(begin)[2].partition(end)[0] if begin in text and end in text else ""
    parts[name] = "\n".join(lines).strip("\n") + "\n"
    out = ["# Benchmarks\n"]
    for section in SECTIONS:
        if parts[section]:
            out.append(f"\n<!-- {section} -->\n{parts[section]}<!-- end of {section} -->\n")
    page.write_text("".join(out))
