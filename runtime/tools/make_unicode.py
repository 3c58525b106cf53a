"""Writes runtime/text/unicode_data.c and runtime/text/unicode_printable.c from the running Python, which must be the oracle:
/usr/bin/python3.11 runtime/tools/make_unicode.py runtime"""
import os
import sys
import unicodedata

assert sys.version_info[:2] == (3, 11) and unicodedata.unidata_version == "14.0.0"
out_dir = sys.argv[1]
ALPHA, DECIMAL, DIGIT, NUMERIC, UPPER, LOWER, TITLE, START, CONTINUE, CASED, IGNORABLE, UL, LL, TL = (
    1 << i for i in range(14))
long_map, long_at = [], {}
fold_list, fold_at = [], {}


def mapping(c, text):
    """Difference for one code point, else the place of (length, code points) in the long table."""
    if len(text) == 1:
        return ord(text) - c, False
    if text not in long_at:
        long_at[text] = len(long_map)
        long_map.extend([len(text)] + [ord(x) for x in text])
    return long_at[text], True


def record(c):
    x = chr(c)
    final_a = ("A" + x + "\u03a3").lower()[-1] == "\u03c2"
    final_1 = ("1" + x + "\u03a3").lower()[-1] == "\u03c2"
    flags = 0
    flags |= ALPHA * x.isalpha() | DECIMAL * x.isdecimal() | DIGIT * x.isdigit() | NUMERIC * x.isnumeric()
    flags |= UPPER * x.isupper() | LOWER * x.islower() | TITLE * (unicodedata.category(x) == "Lt")
    flags |= START * x.isidentifier() | CONTINUE * ("a" + x).isidentifier()
    flags |= CASED * ((x + "a").title()[-1] == "a") | IGNORABLE * (final_a and not final_1)
    upper, long_upper = mapping(c, x.upper())
    lower, long_lower = mapping(c, x.lower())
    title, long_title = mapping(c, x.title())
    flags |= UL * long_upper | LL * long_lower | TL * long_title
    fold = 0
    if x.casefold() != x.lower():
        text = x.casefold()
        if text not in fold_at:
            fold_list.append(text)
            fold_at[text] = len(fold_list)
        fold = fold_at[text]
    digit = unicodedata.digit(x, 0)
    return flags, digit, fold, upper, lower, title


records, where, index = [], {}, []
for c in range(0x110000):
    r = record(c)
    if r not in where:
        where[r] = len(records)
        records.append(r)
    index.append(where[r])


def best_split(index):
    best = None
    for shift in range(5, 10):
        size = 1 << shift
        blocks, first = {}, []
        for i in range(0, len(index), size):
            first.append(blocks.setdefault(tuple(index[i:i + size]), len(blocks)))
        cost = len(first) * (1 if len(blocks) < 256 else 2) + len(blocks) * size * (1 if len(records) < 256 else 2)
        if best is None or cost < best[0]:
            best = cost, shift, first, list(blocks)
    return best[1:]


def table(kind, name, values, f):
    f.write(f"static const {kind} {name}[{len(values)}] = {{\n")
    for i in range(0, len(values), 24):
        f.write("    " + ", ".join(str(v) for v in values[i:i + 24]) + ",\n")
    f.write("};\n")


shift, first, blocks = best_split(index)
print(len(records), shift, len(first), len(blocks), len(long_map), len(fold_list), file=sys.stderr)
# Many folds differ from the lower case (Cherokee): they need more than 255 entries only if a later Unicode says so.
assert len(fold_list) < 256, len(fold_list)
with open(os.path.join(out_dir, "unicode_data.c"), "w") as f:
    f.write("/* Made by runtime/tools/make_unicode.py: the character database of Unicode 14.0. */\n")
    f.write('#include "runtime/text/unicode.h"\n\n/* clang-format off */\n')
    f.write(f"static const struct uc_record records[{len(records)}] = {{\n")
    for r in records:
        f.write("    {%d, %d, %d, %d, %d, %d},\n" % r)
    f.write("};\n")
    table("uint8_t" if len(blocks) < 256 else "uint16_t", "first", first, f)
    table("uint8_t" if len(records) < 256 else "uint16_t", "second", [x for b in blocks for x in b], f)
    table("uint32_t", "long_case", long_map, f)
    folds = []
    for text in fold_list:
        folds.append([len(text)] + [ord(x) for x in text] + [0] * (3 - len(text)))
    f.write(f"static const uint32_t long_fold[{len(folds)}][4] = {{\n")
    for x in folds:
        f.write("    {%d, %d, %d, %d},\n" % tuple(x))
    f.write("};\n/* clang-format on */\n")
    f.write(f"""
const struct uc_record *uc_record(uint32_t c) {{
    if (c > 0x10ffff) c = 0x10ffff;
    return &records[second[((uint32_t)first[c >> {shift}] << {shift}) + (c & {(1 << shift) - 1})]];
}}

static int map(uint32_t c, int32_t to, bool is_long, uint32_t out[3]) {{
    if (!is_long) {{
        out[0] = c + (uint32_t)to;
        return 1;
    }}
    int n = (int)long_case[to];
    for (int i = 0; i < n; i++) out[i] = long_case[to + 1 + i];
    return n;
}}

int uc_upper(uint32_t c, uint32_t out[3]) {{
    const struct uc_record *r = uc_record(c);
    return map(c, r->upper, r->flags & UC_UPPER_LONG, out);
}}

int uc_lower(uint32_t c, uint32_t out[3]) {{
    const struct uc_record *r = uc_record(c);
    return map(c, r->lower, r->flags & UC_LOWER_LONG, out);
}}

int uc_title(uint32_t c, uint32_t out[3]) {{
    const struct uc_record *r = uc_record(c);
    return map(c, r->title, r->flags & UC_TITLE_LONG, out);
}}

int uc_fold(uint32_t c, uint32_t out[3]) {{
    const struct uc_record *r = uc_record(c);
    if (!r->fold) return map(c, r->lower, r->flags & UC_LOWER_LONG, out);
    const uint32_t *f = long_fold[r->fold - 1];
    for (uint32_t i = 0; i < f[0]; i++) out[i] = f[1 + i];
    return (int)f[0];
}}
""")
edges, zeros, last = [], [], True
for c in range(0x110000):
    p = chr(c).isprintable()
    if p != last:
        edges.append(c)
        last = p
    if chr(c).isdecimal() and unicodedata.decimal(chr(c)) == 0:
        zeros.append(c)
for z in zeros:
    assert [unicodedata.decimal(chr(z + i), None) for i in range(10)] == list(range(10))
assert len(zeros) * 10 == sum(chr(c).isdecimal() for c in range(0x110000))
with open(os.path.join(out_dir, "unicode_printable.c"), "w") as f:
    f.write("/* Made by runtime/tools/make_unicode.py: printable characters and decimal digits of Unicode 14.0. */\n")
    f.write('#include "runtime/text/unicode.h"\n\n/* clang-format off */\n')
    f.write("/* Where printability changes; even places start unprintable ranges. High bits apart, to halve the table. */\n")
    low = [e for e in edges if e < 65536]
    high = [e for e in edges if e >= 65536]
    table("uint16_t", "low_edges", low, f)
    table("uint32_t", "high_edges", high, f)
    table("uint32_t", "zeros", zeros, f)
    f.write("""/* clang-format on */

#define COUNT(a) (sizeof(a) / sizeof *(a))

bool uc_is_printable(uint32_t c) {
    unsigned from = 0, to = c < 65536 ? COUNT(low_edges) : COUNT(high_edges);
    while (from < to) { /* from: how many edges are at or below c */
        unsigned mid = (from + to) / 2;
        if ((c < 65536 ? low_edges[mid] : high_edges[mid]) <= c) from = mid + 1;
        else to = mid;
    }
    return (from + (c < 65536 ? 0 : COUNT(low_edges))) % 2 == 0;
}

int uc_decimal(uint32_t c) {
    for (unsigned i = 0; i < COUNT(zeros) && zeros[i] <= c; i++)
        if (c - zeros[i] < 10) return (int)(c - zeros[i]);
    return -1;
}
""")
