"""Writes rules/reach/encodings.def from the running Python, which must be the oracle: /usr/bin/python3.11 rules/reach/make_encodings.py

A row gives a normalised name of an encoding, the module of the package `encodings` that has it, and how it is had: NATIVE is known to str.encode
without any module, ESCAPE to the module _codecs, TABLE is all in its module, MULTIBYTE stands on a module written in C.
"""

import encodings
import encodings.aliases
import pathlib
import pkgutil
import re

RUNTIME = pathlib.Path(__file__).parents[2] / "runtime/text/codec.c"
NATIVE = set(re.findall(r'\{"(\w+)", CODEC_', RUNTIME.read_text()))
ESCAPE = {"utf_7", "unicode_escape", "raw_unicode_escape"}


def kind(folder, name, module):
    if name.replace("_", "") in NATIVE:
        return "NATIVE"
    if module in ESCAPE:
        return "ESCAPE"
    return "MULTIBYTE" if "_multibytecodec" in (folder / f"{module}.py").read_text(encoding="latin-1") else "TABLE"


def main():
    folder = pathlib.Path(encodings.__path__[0])
    modules = {m.name for m in pkgutil.iter_modules(encodings.__path__)} - {"aliases", "mbcs", "oem"}
    names = {name: module for name, module in encodings.aliases.aliases.items() if module in modules}
    names.update((module, module) for module in modules)
    names.update(iso8859_1="latin_1")
    rows = [f'X("{name}", "{names[name]}", {kind(folder, name, names[name])})' for name in sorted(names)]
    head = "/* Made by rules/reach/make_encodings.py: names of encodings, in byte order. X(name, module, kind) */\n"
    pathlib.Path(__file__).with_name("encodings.def").write_text("/* clang-format off */\n" + head + "\n".join(rows) + "\n")


main()
