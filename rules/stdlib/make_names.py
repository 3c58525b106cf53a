"""Writes rules/stdlib/names.def from the running Python, which must be the oracle: /usr/bin/python3.11 rules/stdlib/make_names.py

A row says where CPython on Linux finds a top-level module of its own: FIRST before it looks at sys.path (built in, frozen, or imported by its
start), MODULE along sys.path, NOWHERE for the names of other systems.
"""

import _imp
import importlib.util
import pathlib
import sys

STARTED = {"encodings", "_sitebuiltins", "codecs", "io", "abc", "os", "stat", "posixpath", "genericpath", "_collections_abc"}


def standing(name):
    if name in sys.builtin_module_names or name in STARTED:
        return "FIRST"
    if name in _imp._frozen_module_names() and not name.startswith("__"):
        return "FIRST"
    try:
        found = importlib.util.find_spec(name)
    except (ImportError, ValueError):
        found = None
    return "MODULE" if found else "NOWHERE"


def main():
    names = sorted(set(sys.stdlib_module_names) | set(sys.builtin_module_names) | {"builtins"})
    rows = [f'X({standing(name)}, "{name}")' for name in names if name not in ("antigravity", "this", "__main__", "test")]
    head = "/* Made by rules/stdlib/make_names.py: the top-level modules of the standard library, in byte order. X(standing, name) */\n"
    out = pathlib.Path(__file__).with_name("names.def")
    out.write_text("/* clang-format off */\n" + head + "\n".join(rows) + "\n")


main()
