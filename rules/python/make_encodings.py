#!/usr/bin/python3.11
"""Writes encodings_data.c: the one-byte encodings a source file may declare, from the oracle's own codecs.

Run by hand: /usr/bin/python3.11 rules/python/make_encodings.py
"""
import encodings.aliases
import os

HERE = os.path.dirname(os.path.abspath(__file__))
NAMES = ["koi8_r", "koi8_u", "koi8_t", "mac_roman", "mac_cyrillic", "ptcp154", "kz1048", "tis_620", "hp_roman8"]
NAMES += [f"iso8859_{n}" for n in range(2, 17) if n != 12]
NAMES += [f"cp{n}" for n in (437, 720, 737, 775, 850, 852, 855, 856, 857, 858, 860, 861, 862, 863, 864, 865, 866, 869,
                             874, 1006, 1125, 1250, 1251, 1252, 1253, 1254, 1255, 1256, 1257, 1258)]


def upper_half(name):
    out = []
    for byte in range(128, 256):
        try:
            c = bytes([byte]).decode(name)
        except UnicodeDecodeError:
            c = "\0"
        assert len(c) == 1 and ord(c) < 0x10000
        out.append(ord(c))
    return out


def main():
    tables, spellings = [], {}
    for name in NAMES:
        # Only encodings that leave ASCII alone: the file's first lines are read before its encoding is known.
        if bytes(range(128)).decode(name, "replace") != bytes(range(128)).decode("ascii"):
            continue
        index = len(tables)
        tables.append((name, upper_half(name)))
        spellings[name] = index
        for alias, target in encodings.aliases.aliases.items():
            if target == name:
                spellings[alias] = index
    out = ["/* Made by make_encodings.py. Do not edit. */", '#include "rules/python/encodings.h"', "",
           "/* Characters of bytes 0x80 to 0xff; 0 is none. */", "const uint16_t encoding_tables[][128] = {"]
    for name, table in tables:
        out.append(f"    /* {name} */")
        out.append("    {")
        for i in range(0, 128, 16):
            out.append("        " + " ".join(f"{c:#x}," for c in table[i:i + 16]))
        out.append("    },")
    out += ["};", "", "/* Spellings in lower case with underscores, sorted. */", "const struct encoding_name encoding_names[] = {"]
    out += [f'    {{"{s}", {i}}},' for s, i in sorted(spellings.items())]
    out += ["};", f"const size_t encoding_names_count = {len(spellings)};"]
    with open(os.path.join(HERE, "encodings_data.c"), "w", encoding="ascii") as f:
        f.write("\n".join(out) + "\n")


if __name__ == "__main__":
    main()
