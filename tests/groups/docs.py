"""The generated pages of docs/: the tour is made again and compared; of the status page what costs nothing to know; links lead somewhere."""

import re

from tools import make_status, make_tour


def check_links(context, result):
    for page in sorted([context.root / "README.md", *(context.root / "docs").glob("*.md")]):
        text = re.sub(r"(?s)```.*?```", "", page.read_text(encoding="utf-8"))
        targets = re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", text)
        dead = [target for target in targets if not (page.parent / target).exists()]
        name = f"links of {page.relative_to(context.root)}"
        if dead:
            result.fail(name, "  lead nowhere: " + ", ".join(dead))
        else:
            result.ok(name)


def check_tour(context, result):
    missing = make_tour.missing(context.build)
    if missing:
        result.skip("docs/tour.md", f"{', '.join(missing)} missing")
        return
    made = make_tour.page(context.build).splitlines()
    there = make_tour.PAGE.read_text(encoding="utf-8").splitlines() if make_tour.PAGE.exists() else []
    if made == there:
        result.ok("docs/tour.md")
        return
    line = next((i for i, (a, b) in enumerate(zip(made, there)) if a != b), min(len(made), len(there)))
    result.fail("docs/tour.md", f"  stale from line {line + 1}; run tests/tools/make_tour.py --build {context.build}")


def check_status(context, result):
    problem = make_status.stale()
    if problem:
        result.fail("docs/status.md", f"  {problem}; run tests/tools/make_status.py --build {context.build}")
    else:
        result.ok("docs/status.md")


def run(context, result):
    for check, name in ((check_links, "links"), (check_tour, "tour"), (check_status, "status")):
        if not context.only or context.only in f"docs {name}":
            check(context, result)
