#!/usr/bin/python3.11
"""Writes unicode_names.c: the names of \\N{...} as the oracle's unicodedata.lookup knows them.

A name is stored as 43 bits of its hash beside the character's 21, so a table of 33,000 names takes 270 KB. No two
known names share a hash; that an unknown one meets a known one has a chance of about 4 in 10^9.

Run by hand when the Unicode level changes: /usr/bin/python3.11 rules/python/make_names.py [FILE-WITH-ALIASES]
Aliases cannot be listed through unicodedata. They are looked for among the lines of the file given (Perl's
unicore/Name.pl holds them), and each is kept only when the oracle knows it.
"""
import os
import sys
import unicodedata

HERE = os.path.dirname(os.path.abspath(__file__))
MASK = (1 << 64) - 1


def name_hash(name):
    h = 0xCBF29CE484222325
    for c in name.encode("ascii"):
        h = (h ^ c) * 0x100000001B3 & MASK
    h ^= h >> 32
    return h * 0x9E3779B97F4A7C15 & MASK


def known_names(candidates):
    names, cjk = {}, []
    for cp in range(0x110000):
        name = unicodedata.name(chr(cp), None)
        if name is None or name.startswith("HANGUL SYLLABLE "):
            continue
        if name.startswith("CJK UNIFIED IDEOGRAPH-"):
            if cjk and cjk[-1][1] == cp - 1:
                cjk[-1][1] = cp
            else:
                cjk.append([cp, cp])
            continue
        names[name] = cp
    for name in candidates:
        if name in names or name.startswith(("CJK UNIFIED IDEOGRAPH-", "HANGUL SYLLABLE ")):
            continue
        try:
            found = unicodedata.lookup(name)
        except KeyError:
            continue
        if len(found) == 1:  # \\N does not take named sequences
            names[name] = ord(found)
    return names, cjk


def main():
    candidates = []
    if len(sys.argv) > 1:
        with open(sys.argv[1], encoding="utf-8") as f:
            candidates = sorted({line.strip() for line in f if line[0].isascii() and line[0].isupper()})
    names, cjk = known_names(candidates)
    entries = sorted((name_hash(n) >> 21 << 21) | cp for n, cp in names.items())
    assert len({e >> 21 for e in entries}) == len(entries)
    out = [f"/* Made by make_names.py from Unicode {unicodedata.unidata_version}. Do not edit. */",
           '#include "rules/python/unicode.h"', "", "/* hash (43 bits) << 21 | character, sorted */",
           "const uint64_t uni_names[] = {"]
    line = "   "
    for e in entries:
        item = f" {e:#x},"
        if len(line) + len(item) > 108:
            out.append(line)
            line = "   "
        line += item
    out += [line, "};", f"const size_t uni_names_count = {len(entries)};", "",
            "/* CJK unified ideographs: first, last */", "const uint32_t uni_cjk[] = {"]
    out.append("    " + ", ".join(f"{a:#x}, {b:#x}" for a, b in cjk) + ",")
    out += ["};", f"const size_t uni_cjk_count = {len(cjk)};"]
    with open(os.path.join(HERE, "unicode_names.c"), "w", encoding="ascii") as f:
        f.write("\n".join(out) + "\n")
    sys.stderr.write(f"{len(entries)} names\n")


if __name__ == "__main__":
    main()
