#!/usr/bin/python3.11
"""Writes unicode_data.c from the oracle's own unicodedata: what identifiers and repr() need to know.

Run by hand when the Unicode level changes: /usr/bin/python3.11 rules/python/make_unicode.py
"""
import os
import sys
import unicodedata

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = 0x110000


def is_surrogate(cp):
    return 0xD800 <= cp < 0xE000


def ranges(test):
    out, start = [], None
    for cp in range(TOP + 1):
        ok = cp < TOP and test(cp)
        if ok and start is None:
            start = cp
        elif not ok and start is not None:
            out.append((start, cp - 1))
            start = None
    return out


def wrap(items, out):
    line = "   "
    for item in items:
        if len(line) + len(item) + 2 > 108:
            out.append(line)
            line = "   "
        line += " " + item + ","
    out.append(line)


def range_table(name, what, items, out):
    out.append(f"\n/* {what}: first, last of each run. */")
    out.append(f"const uint32_t {name}[] = {{")
    wrap([f"{a:#x}, {b:#x}" for a, b in items], out)
    out.append("};")
    out.append(f"const size_t {name}_count = {len(items)};")


def main():
    out = [
        f"/* Made by make_unicode.py from Unicode {unicodedata.unidata_version}. Do not edit. */",
        '#include "rules/python/unicode.h"',
    ]
    start = lambda cp: cp >= 128 and not is_surrogate(cp) and chr(cp).isidentifier()
    cont = lambda cp: cp >= 128 and not is_surrogate(cp) and ("a" + chr(cp)).isidentifier()
    range_table("uni_start", "Characters from U+0080 that may start an identifier", ranges(start), out)
    range_table("uni_continue", "Characters from U+0080 that may continue one", ranges(cont), out)
    range_table("uni_printable", "Characters from U+0080 that repr() shows as they are",
                ranges(lambda cp: cp >= 128 and chr(cp).isprintable()), out)

    # Every character an identifier can hold, and whatever these decompose to.
    chars = [cp for cp in range(128, TOP) if cont(cp)]
    pool, index, entries = [], {}, []
    for cp in chars:
        full = unicodedata.normalize("NFKD", chr(cp))
        if full == chr(cp) or 0xAC00 <= cp < 0xAC00 + 11172:
            continue
        key = tuple(map(ord, full))
        if key not in index:
            index[key] = len(pool)
            pool.extend(key)
        entries.append((cp, index[key], len(key)))
    out.append("\n/* Full compatibility decompositions: character, offset << 8 | length in uni_pool. */")
    out.append("const uint32_t uni_decompose[][2] = {")
    wrap([f"{{{cp:#x}, {off << 8 | n:#x}}}" for cp, off, n in entries], out)
    out.append("};")
    out.append(f"const size_t uni_decompose_count = {len(entries)};")
    out.append("const uint32_t uni_pool[] = {")
    wrap([f"{c:#x}" for c in pool], out)
    out.append("};")

    classes = [(cp, unicodedata.combining(chr(cp))) for cp in range(TOP)
               if not is_surrogate(cp) and unicodedata.combining(chr(cp))]
    runs = []
    for cp, ccc in classes:
        if runs and runs[-1][1] == cp - 1 and runs[-1][2] == ccc:
            runs[-1][1] = cp
        else:
            runs.append([cp, cp, ccc])
    out.append("\n/* Combining classes other than 0: first, last, class. */")
    out.append("const uint32_t uni_class[][3] = {")
    wrap([f"{{{a:#x}, {b:#x}, {c}}}" for a, b, c in runs], out)
    out.append("};")
    out.append(f"const size_t uni_class_count = {len(runs)};")

    pairs = []
    for cp in range(128, TOP):
        if is_surrogate(cp) or 0xAC00 <= cp < 0xAC00 + 11172:
            continue
        d = unicodedata.decomposition(chr(cp))
        if not d or d.startswith("<") or " " not in d:
            continue
        a, b = (int(x, 16) for x in d.split())
        if unicodedata.normalize("NFC", chr(a) + chr(b)) == chr(cp):
            pairs.append((a, b, cp))
    pairs.sort()
    out.append("\n/* Primary composites: first, second, composed; sorted by first, then second. */")
    out.append("const uint32_t uni_compose[][3] = {")
    wrap([f"{{{a:#x}, {b:#x}, {c:#x}}}" for a, b, c in pairs], out)
    out.append("};")
    out.append(f"const size_t uni_compose_count = {len(pairs)};")
    with open(os.path.join(HERE, "unicode_data.c"), "w", encoding="ascii") as f:
        f.write("\n".join(out) + "\n")
    sys.stderr.write(f"{len(entries)} decompositions, {len(pairs)} composites\n")


if __name__ == "__main__":
    main()
