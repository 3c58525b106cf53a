"""Greets its arguments, or the world; shows a file that the executable carries."""

import sys
from importlib.resources import files

from hello.greeting import greeting


def main(argv):
    for name in argv or ["world"]:
        print(greeting(name))
    page = files("web").joinpath("index.html").read_text(encoding="utf-8")
    print(f"carries web/index.html, {len(page)} characters")


if __name__ == "__main__":
    main(sys.argv[1:])
