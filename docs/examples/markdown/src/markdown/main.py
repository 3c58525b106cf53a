"""Converts the files named on the command line, or standard input for "-", and writes HTML to standard output."""

import sys

from markdown import VERSION
from markdown.convert import convert
from markdown.frontmatter import FrontMatterError
from markdown.options import Options, UsageError
from markdown.writer import escape

PAGE = """<!DOCTYPE html>
<html lang="{language}">
<head>
<meta charset="utf-8" />
<meta name="generator" content="markdown {version}" />
<title>{title}</title>
</head>
<body>
{body}</body>
</html>
"""


def read(name):
    if name == "-":
        return sys.stdin.read()
    with open(name, encoding="utf-8") as file:
        return file.read()


def statistics(page):
    lines = [f"{name}: {value}" for name, value in page.statistics.items() if name != "kinds"]
    kinds = sorted(page.statistics["kinds"].items(), key=lambda pair: (-pair[1], pair[0]))
    lines += [f"{count:>5} {kind}" for kind, count in kinds]
    return "<!--\n" + "\n".join(lines) + "\n-->\n"


def show(page, options):
    body = page.html
    if options.page or page.settings.get("page"):
        language = page.settings.get("language", "en")
        body = PAGE.format(language=language, version=VERSION, title=escape(page.title), body=body)
    sys.stdout.write(body)
    if options.stats or page.settings.get("stats"):
        sys.stdout.write(statistics(page))


def main(argv):
    try:
        options = Options.read(argv)
    except UsageError as problem:
        print(f"markdown: {problem}", file=sys.stderr)
        return 2
    if options.help or not options.files:
        print(*Options.usage(), sep="\n", file=sys.stdout if options.help else sys.stderr)
        return 0 if options.help else 2
    status = 0
    for name in options.files:
        try:
            show(convert(read(name), options), options)
        except (OSError, FrontMatterError, UnicodeDecodeError) as problem:
            print(f"markdown: {name}: {problem}", file=sys.stderr)
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
