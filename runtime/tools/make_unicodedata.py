#!/usr/bin/python3.11
"""Writes the tables of runtime/lib/unicodedata from the oracle's own unicodedata.

Run by hand when the Unicode level changes: /usr/bin/python3.11 runtime/tools/make_unicodedata.py [FILE-WITH-NAMES]
Aliases and named sequences cannot be listed through unicodedata. They are looked for among the lines of the file given (Perl's
unicore/Name.pl holds them), and each is kept only when the oracle knows it.
"""
import collections
import os
import re
import struct
import sys
import unicodedata as u

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib", "unicodedata")
TOP = 0x110000
SHORT = 190  # tokens that take one byte


def wrap(items):
    lines, line = [], "   "
    for item in items:
        if len(line) + len(item) + 2 > 108:
            lines.append(line)
            line = "   "
        line += " " + item + ","
    return "\n".join(lines + [line])


def array(kind, name, values):
    return f"const {kind} {name}[] = {{\n{wrap(map(str, values))}\n}};\n"


def flags_of(c):
    s = chr(c)
    flags = 0
    if u.decomposition(s):
        flags |= 1
        if not u.decomposition(s).startswith("<"):
            flags |= 2
    if 0xAC00 <= c < 0xD7A4:
        flags |= 3
    if not u.is_normalized("NFC", s):
        flags |= 4
    if not u.is_normalized("NFKC", s):
        flags |= 8
    return flags


def composition_pairs():
    pairs = []
    for c in range(TOP):
        d = u.decomposition(chr(c))
        if d and not d.startswith("<") and " " in d and not 0xAC00 <= c < 0xD7A4:
            a, b = (int(x, 16) for x in d.split())
            if u.normalize("NFC", chr(a) + chr(b)) == chr(c):
                pairs.append((a, b, c))
    return sorted(pairs)


def records(out, pairs):
    maybe = {b for _, b, _ in pairs} | set(range(0x1161, 0x1176)) | set(range(0x11A8, 0x11C3))
    kinds = [sorted({f(chr(c)) for c in range(TOP)}) for f in (u.category, u.bidirectional, u.east_asian_width)]
    seen, index = {}, []
    for c in range(TOP):
        s = chr(c)
        r = (kinds[0].index(u.category(s)), u.combining(s), kinds[1].index(u.bidirectional(s)), kinds[2].index(u.east_asian_width(s)),
             u.mirrored(s), flags_of(c) | (16 if c in maybe else 0))
        index.append(seen.setdefault(r, len(seen)))
    blocks, first = {}, []
    for i in range(0, TOP, 128):
        first.append(blocks.setdefault(tuple(index[i:i + 128]), len(blocks)))
    for name, kind in zip(("ud_categories", "ud_bidirectional", "ud_widths"), kinds):
        out.append(f"const char {name}[][4] = {{" + ", ".join(f'"{k}"' for k in kind) + "};\n")
    out.append("const struct ud_record ud_records[] = {\n" + wrap("{" + ", ".join(map(str, r)) + "}" for r in seen) + "\n};\n")
    out.append(array("uint16_t", "ud_block", first))
    out.append(array("uint16_t", "ud_index", [i for b in blocks for i in b]))


def decompositions(out):
    tags, pool, rows = [""], [], []
    for c in range(TOP):
        d = u.decomposition(chr(c)).split()
        if not d:
            continue
        tag = d.pop(0) if d[0].startswith("<") else ""
        if tag not in tags:
            tags.append(tag)
        rows.append((c, len(pool), len(d) | tags.index(tag) << 8))
        pool.extend(int(x, 16) for x in d)
    out.append("const char *const ud_tags[] = {" + ", ".join(f'"{x}"' for x in tags) + "};\n")
    out.append("const uint32_t ud_decomposition[][3] = {\n" + wrap(f"{{{a:#x}, {b}, {n}}}" for a, b, n in rows) + "\n};\n")
    out.append(f"const uint32_t ud_decomposition_count = {len(rows)};\n")
    out.append(array("uint32_t", "ud_pool", pool))


def numbers(out):
    rows = []
    for c in range(TOP):
        n = u.numeric(chr(c), None)
        if n is not None:
            rows.append((c, struct.unpack("<Q", struct.pack("<d", n))[0], u.digit(chr(c), -1), u.decimal(chr(c), -1)))
    values = sorted({r[1:] for r in rows})
    out.append("const struct ud_number ud_numbers[] = {\n" + wrap(f"{{UINT64_C({b:#x}), {d}, {e}}}" for b, d, e in values) + "\n};\n")
    out.append("const uint32_t ud_numeric[][2] = {\n" + wrap(f"{{{r[0]:#x}, {values.index(r[1:])}}}" for r in rows) + "\n};\n")
    out.append(f"const uint32_t ud_numeric_count = {len(rows)};\n")


def tokens_of(name):
    return re.findall(r"[^ -]*[ -]", name + " ")


def names(out, file):
    known, cjk = {}, []
    for c in range(TOP):
        name = u.name(chr(c), None)
        if name is None or name.startswith("HANGUL SYLLABLE "):
            continue
        if name.startswith("CJK UNIFIED IDEOGRAPH-"):
            if cjk and cjk[-1][1] == c - 1:
                cjk[-1][1] = c
            else:
                cjk.append([c, c])
            continue
        known[name] = c
    first = list(known)
    aliases, sequences = [], []
    if file:
        with open(file, encoding="utf-8") as f:
            for line in sorted({line.strip() for line in f if line[0].isascii() and line[0].isupper()}):
                try:
                    found = u.lookup(line)
                except KeyError:
                    continue
                if line in known or line.startswith(("CJK UNIFIED IDEOGRAPH-", "HANGUL SYLLABLE ")):
                    continue
                (aliases if len(found) == 1 else sequences).append((line, found))
    every = first + [n for n, _ in aliases] + [n for n, _ in sequences]
    count = collections.Counter(t for n in every for t in tokens_of(n))
    order = sorted(count, key=lambda t: (-count[t], t))
    number = {t: i for i, t in enumerate(order)}
    data, starts = bytearray(), []
    for n in every:
        starts.append(len(data))
        for t in tokens_of(n):
            i = number[t]
            data += bytes([i]) if i < SHORT else bytes([SHORT + (i - SHORT) // 256, (i - SHORT) % 256])
    starts.append(len(data))
    assert SHORT + (len(order) - SHORT) // 256 < 256
    text, places = "", []
    for i, t in enumerate(order):
        if i % 16 == 0:
            places.append(len(text))
        text += t
    out.append("const char ud_tokens[] =\n" + "\n".join(f'    "{text[i:i + 100]}"' for i in range(0, len(text), 100)) + ";\n")
    out.append(array("uint32_t", "ud_token_place", places))
    out.append(array("uint8_t", "ud_name_data", data))
    out.append(array("uint32_t", "ud_name_start", starts))
    out.append(array("uint32_t", "ud_name_char", [known[n] for n in first] + [ord(s) for _, s in aliases]))
    out.append(array("uint16_t", "ud_name_order", sorted(range(len(every)), key=lambda i: every[i])))
    pool, rows = [], []
    for _, s in sequences:
        rows.append(len(pool) << 8 | len(s))
        pool.extend(map(ord, s))
    out.append(array("uint32_t", "ud_sequence", rows or [0]))
    out.append(array("uint32_t", "ud_sequence_pool", pool or [0]))
    out.append(array("uint32_t", "ud_cjk", [x for pair in cjk for x in pair]))
    out.append(f"const uint32_t ud_name_count = {len(first)}, ud_alias_count = {len(aliases)}, ud_sequence_count = {len(sequences)}, "
               f"ud_cjk_count = {len(cjk)};\n")


def write(name, parts):
    head = [f"/* Made by runtime/tools/make_unicodedata.py from Unicode {u.unidata_version}. Do not edit. */\n", "/* clang-format off */\n",
            '#include "runtime/lib/unicodedata/unicodedata.h"\n', "\n"]
    with open(os.path.join(HERE, name), "w", encoding="ascii") as f:
        f.write("".join(head + parts))


def main():
    out, pairs = [], composition_pairs()
    records(out, pairs)
    decompositions(out)
    numbers(out)
    out.append("const uint32_t ud_composition[][3] = {\n" + wrap("{%#x, %#x, %#x}" % p for p in pairs) + "\n};\n")
    out.append(f"const uint32_t ud_composition_count = {len(pairs)};\n")
    write("tables.c", out)
    out = []
    names(out, sys.argv[1] if len(sys.argv) > 1 else None)
    write("names.c", out)


if __name__ == "__main__":
    main()
