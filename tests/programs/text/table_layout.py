"""A table printer: columns measured in characters, alignment by type, wrapped cells, borders of several styles."""

STYLES = {
    "plain": ("", " ", "", "-", " ", ""),
    "box": ("│ ", " │ ", " │", "─", "┼", "│"),
    "markdown": ("| ", " | ", " |", "-", "|", "|"),
}


def wrap(text, width):
    lines, line = [], ""
    for word in text.split(" "):
        while len(word) > width:
            if line:
                lines.append(line)
                line = ""
            lines.append(word[:width])
            word = word[width:]
        if not line:
            line = word
        elif len(line) + 1 + len(word) <= width:
            line += " " + word
        else:
            lines.append(line)
            line = word
    return lines + [line] if line or not lines else lines


def cell(value):
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return format(value, ",.2f")
    if isinstance(value, int):
        return format(value, ",")
    return str(value)


def align(value):
    return ">" if isinstance(value, (int, float)) and not isinstance(value, bool) else "<"


def table(rows, header, style="plain", most=14):
    left, middle, right, dash, cross, edge = STYLES[style]
    grid = [[wrap(cell(v), most) for v in row] for row in [header, *rows]]
    widths = [max(len(line) for row in grid for line in row[c]) for c in range(len(header))]
    marks = ["^" * len(header)] + ["".join(align(v) for v in row) for row in rows]
    out = []
    for number, (row, mark) in enumerate(zip(grid, marks)):
        for i in range(max(map(len, row))):
            parts = [f"{(lines[i] if i < len(lines) else ''):{m}{w}}" for lines, m, w in zip(row, mark, widths)]
            out.append((left + middle.join(parts) + right).rstrip())
        if number == 0:
            bars = (dash * (w + 2) for w in widths)
            out.append(edge + cross.join(bars).strip() + edge if edge else cross.join(dash * w for w in widths))
    return "\n".join(out)


ROWS = [
    ("apple", 3, 0.5, True, "a round fruit with firm white flesh"),
    ("Übergröße", 12000, 1234.567, False, "x" * 30),
    (None, -7, float("inf"), None, ""),
    ("日本", 0, -0.004, True, "two characters"),
]
HEADER = ("name", "count", "price", "ok", "notes")
for style in STYLES:
    print(style)
    print(table(ROWS, HEADER, style))
print(table([], ("a", "bb"), "box"))
print(table([(i, i**2, i**0.5) for i in range(98, 102)], ("n", "square", "root"), "markdown"))
print(wrap("", 5), wrap("a b c", 1), wrap("abcdefghij", 4), wrap("one  two", 5))
for spec in ("{:*^9}", "{:<9}|", "{:>9}", "{:^9.3}|", "{!r:>9}", "{:{}{}}"):
    args = ("word", "^", 9) if spec.count("{") > 1 else ("word",)
    print(spec.format(*args))
