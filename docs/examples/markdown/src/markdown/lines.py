"""Small tools for lines and characters."""

PUNCTUATION = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")


def split_lines(source):
    """Lines without their ends; tabs become spaces up to the next multiple of four where they indent."""
    return [expand_tabs(line) for line in source.replace("\r\n", "\n").replace("\r", "\n").split("\n")]


def expand_tabs(line):
    if "\t" not in line:
        return line
    out, column = [], 0
    for index, char in enumerate(line):
        if char == "\t":
            width = 4 - column % 4
            out.append(" " * width)
            column += width
        elif char == " ":
            out.append(char)
            column += 1
        else:
            return "".join(out) + line[index:]
    return "".join(out)


def indent_of(line):
    return len(line) - len(line.lstrip(" "))


def is_blank(line):
    return not line or line.isspace()


def dedent(line, width):
    """Takes away up to `width` spaces."""
    return line[min(width, indent_of(line)) :]


def trim_blank(lines):
    """The lines without blank ones at either end."""
    first, last = 0, len(lines)
    while first < last and is_blank(lines[first]):
        first += 1
    while last > first and is_blank(lines[last - 1]):
        last -= 1
    return lines[first:last]


def run_length(text, start, char):
    end = start
    while end < len(text) and text[end] == char:
        end += 1
    return end - start


def unescape(text):
    """Takes the backslash from escaped punctuation."""
    if "\\" not in text:
        return text
    out, chars = [], iter(text)
    for char in chars:
        if char == "\\":
            following = next(chars, "")
            out.append(following if following in PUNCTUATION and following else char + following)
        else:
            out.append(char)
    return "".join(out)


def normal_label(label):
    """Labels of references match without regard to case and runs of space."""
    return " ".join(label.split()).casefold()


def slug(text, taken):
    """An id for a heading, different from all in `taken`, which it joins."""
    words = "".join(c.lower() if c.isalnum() else "-" if c in " -_" else "" for c in text)
    base = "-".join(filter(None, words.split("-"))) or "section"
    ident, number = base, 1
    while ident in taken:
        number += 1
        ident = f"{base}-{number}"
    taken.add(ident)
    return ident
