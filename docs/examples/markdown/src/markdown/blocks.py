"""Lines to blocks.

A container (quote, list item, footnote) gathers the lines that belong to it, takes its own prefix from them and has them parsed by a
parser of its own. Definitions of references and footnotes land in the shared `Definitions`, wherever they stand.
"""

from markdown import nodes
from markdown.lines import dedent, indent_of, is_blank, normal_label, run_length, trim_blank, unescape

MAX_DEPTH = 40

HTML_STARTS = (
    "address article aside blockquote body center details dialog div dl dt dd fieldset figure footer form h1 h2 h3 h4 h5 h6 head "
    "header hr html iframe legend li link main menu nav ol p section summary table tbody td tfoot th thead title tr ul"
).split()


class Definitions:
    """What the text may refer to."""

    def __init__(self):
        self.references = {}
        self.footnotes = {}

    def add_reference(self, label, target, title):
        self.references.setdefault(normal_label(label), (target, title))

    def find(self, label):
        return self.references.get(normal_label(label))


class Marker:
    """The start of a list item: what kind of list it is, and how far its content is indented."""

    __slots__ = ("kind", "number", "width", "rest")

    def __init__(self, kind, number, width, rest):
        self.kind, self.number, self.width, self.rest = kind, number, width, rest

    @classmethod
    def read(cls, line):
        indent = indent_of(line)
        body = line[indent:]
        if not body or indent > 3:
            return None
        if body[0] in "-+*":
            kind, number, length = body[0], None, 1
        else:
            digits = 0
            while digits < len(body) and body[digits] in "0123456789":
                digits += 1
            if not 1 <= digits <= 9 or digits == len(body) or body[digits] not in ".)":
                return None
            kind, number, length = body[digits], int(body[:digits]), digits + 1
        rest = body[length:]
        if rest and rest[0] != " ":
            return None
        spaces = indent_of(rest)
        if is_blank(rest):
            return cls(kind, number, indent + length + 1, "")
        if spaces > 4:
            spaces = 1
        return cls(kind, number, indent + length + spaces, rest[spaces:])


def is_rule(line):
    squeezed = line.replace(" ", "")
    return indent_of(line) < 4 and len(squeezed) >= 3 and squeezed[0] in "*-_" and squeezed == squeezed[0] * len(squeezed)


def read_heading(line):
    """(level, text) of an ATX heading, or None."""
    if indent_of(line) > 3:
        return None
    body = line.strip()
    level = run_length(body, 0, "#")
    if not 1 <= level <= 6 or (len(body) > level and body[level] != " "):
        return None
    text = body[level:].strip()
    bare = text.rstrip("#")
    if bare != text and (not bare or bare.endswith(" ")):
        text = bare.rstrip()
    return level, text


def read_fence(line):
    """(character, length, indent, information) of a code fence's first line, or None."""
    indent = indent_of(line)
    body = line[indent:]
    if indent > 3 or not body or body[0] not in "`~":
        return None
    length = run_length(body, 0, body[0])
    info = body[length:].strip()
    if length < 3 or (body[0] == "`" and "`" in info):
        return None
    return body[0], length, indent, info


def setext_level(line):
    body = line.strip()
    if indent_of(line) > 3 or not body:
        return 0
    if body == "=" * len(body):
        return 1
    return 2 if body == "-" * len(body) else 0


def html_start(line):
    body = line.lstrip(" ")
    if indent_of(line) > 3 or not body.startswith("<"):
        return None
    if body.startswith("<!--"):
        return "-->"
    lowered = body.lower()
    for name in ("pre", "script", "style"):
        if lowered.startswith("<" + name) and lowered[len(name) + 1 : len(name) + 2] in ("", " ", ">"):
            return f"</{name}>"
    name = ""
    for char in lowered[1:].removeprefix("/"):
        if not char.isalnum():
            break
        name += char
    return "" if name in HTML_STARTS else None


def split_row(line):
    """The cells of a table's row; a bar in a code span or after a backslash does not end a cell."""
    cells, cell, code, escaped = [], "", False, False
    body = line.strip()
    for char in body[1:] if body.startswith("|") else body:
        if char == "|" and not escaped and not code:
            cells.append(cell.strip())
            cell = ""
        else:
            if char == "|" and escaped:
                cell = cell[:-1]
            cell += char
            code ^= char == "`" and not escaped
        escaped = char == "\\" and not escaped
    if cell.strip():
        cells.append(cell.strip())
    return cells


def read_alignments(line):
    """The alignments that a table's second line gives, or None."""
    if "-" not in line or ("|" not in line and ":" not in line):
        return None
    names = {(True, True): "center", (True, False): "left", (False, True): "right", (False, False): None}
    found = []
    for cell in split_row(line):
        dashes = cell.strip(":")
        if not dashes or dashes != "-" * len(dashes):
            return None
        found.append(names[cell.startswith(":"), cell.endswith(":")])
    return found or None


class BlockParser:
    def __init__(self, lines, definitions, depth=0):
        self.lines, self.definitions, self.depth = lines, definitions, depth
        self.at = 0
        self.readers = [
            self.indented_code,
            self.fenced_code,
            self.heading,
            self.quote,
            self.rule,
            self.list_block,
            self.html_block,
            self.footnote,
            self.reference,
            self.table,
            self.paragraph,
        ]

    def parse(self):
        return list(self.blocks())

    def blocks(self):
        while self.at < len(self.lines):
            if is_blank(self.lines[self.at]):
                self.at += 1
                continue
            for reader in self.readers:
                block = reader(self.lines[self.at])
                if block is not None:
                    if isinstance(block, nodes.Node):
                        yield block
                    break

    def inside(self, lines):
        """The blocks of a container's lines."""
        if self.depth >= MAX_DEPTH:
            return [nodes.Paragraph(source="\n".join(trim_blank(lines)))]
        return BlockParser(lines, self.definitions, self.depth + 1).parse()

    def peek(self, distance=1):
        place = self.at + distance
        return self.lines[place] if place < len(self.lines) else ""

    def interrupts(self, line):
        """Whether the line ends a paragraph before it."""
        if is_blank(line) or read_heading(line) or read_fence(line) or is_rule(line) or html_start(line) is not None:
            return True
        if indent_of(line) < 4 and line.lstrip().startswith(">"):
            return True
        marker = Marker.read(line)
        return bool(marker and marker.rest and marker.number in (None, 1))

    # ---- leaves ----

    def indented_code(self, line):
        if indent_of(line) < 4:
            return None
        taken = []
        while self.at < len(self.lines) and (indent_of(self.lines[self.at]) >= 4 or is_blank(self.lines[self.at])):
            taken.append(dedent(self.lines[self.at], 4))
            self.at += 1
        return nodes.CodeBlock(code="\n".join(trim_blank(taken)) + "\n", language="")

    def fenced_code(self, line):
        fence = read_fence(line)
        if not fence:
            return None
        char, length, indent, info = fence
        self.at += 1
        taken = []
        while self.at < len(self.lines):
            inner = self.lines[self.at]
            self.at += 1
            body = inner.strip()
            if indent_of(inner) < 4 and len(body) >= length and body == char * len(body):
                break
            taken.append(dedent(inner, indent) + "\n")
        language, _, _ = info.partition(" ")
        return nodes.CodeBlock(code="".join(taken), language=unescape(language))

    def heading(self, line):
        found = read_heading(line)
        if not found:
            return None
        self.at += 1
        level, source = found
        return nodes.Heading(level=level, source=source)

    def rule(self, line):
        if not is_rule(line):
            return None
        self.at += 1
        return nodes.Rule()

    def html_block(self, line):
        end = html_start(line)
        if end is None:
            return None
        taken = []
        while self.at < len(self.lines):
            inner = self.lines[self.at]
            if not end and is_blank(inner):
                break
            taken.append(inner)
            self.at += 1
            if end and end in inner.lower():
                break
        return nodes.HtmlBlock(html="\n".join(taken))

    def paragraph(self, line):
        taken = [line.lstrip(" ")]
        level = 0
        self.at += 1
        while self.at < len(self.lines):
            inner = self.lines[self.at]
            level = setext_level(inner)
            if level:
                self.at += 1
                break
            if self.interrupts(inner):
                break
            taken.append(inner.lstrip(" "))
            self.at += 1
        source = "\n".join(taken).rstrip()
        return nodes.Heading(level=level, source=source) if level else nodes.Paragraph(source=source)

    def table(self, line):
        alignments = read_alignments(self.peek())
        head = split_row(line)
        if not alignments or "|" not in line or len(head) != len(alignments):
            return None
        self.at += 2
        rows = [head]
        while self.at < len(self.lines) and not self.interrupts(self.lines[self.at]):
            cells = split_row(self.lines[self.at])
            rows.append((cells + [""] * len(head))[: len(head)])
            self.at += 1
        return nodes.Table(alignments=alignments, rows=rows)

    # ---- definitions: they leave no block, but take their lines ----

    def reference(self, line):
        """[label]: target "title" """
        body = line.strip()
        label, bracket, rest = body.partition("]:")
        if indent_of(line) > 3 or not body.startswith("[") or not bracket or not label[1:].strip():
            return None
        rest = rest.strip()
        if rest.startswith("<") and ">" in rest:
            target, _, title = rest[1:].partition(">")
        else:
            target, _, title = rest.partition(" ")
        title = title.strip()
        if not target or (title and (len(title) < 2 or (title[0], title[-1]) not in (('"', '"'), ("'", "'"), ("(", ")")))):
            return None
        self.definitions.add_reference(label[1:], unescape(target), unescape(title[1:-1]) or None)
        self.at += 1
        return True

    def footnote(self, line):
        """[^label]: the first line, then the lines indented by four."""
        label, bracket, rest = line.partition("]:")
        if not line.startswith("[^") or not bracket or len(label) < 3 or " " in label:
            return None
        self.at += 1
        taken = [rest.strip()]
        while self.at < len(self.lines):
            inner = self.lines[self.at]
            if is_blank(inner) and indent_of(self.peek()) < 4:
                break
            if not is_blank(inner) and indent_of(inner) < 4 and (self.interrupts(inner) or inner.startswith("[^")):
                break
            taken.append(dedent(inner, 4))
            self.at += 1
        self.definitions.footnotes.setdefault(label[2:], self.inside(taken))
        return True

    # ---- containers ----

    def quote(self, line):
        if indent_of(line) > 3 or not line.lstrip().startswith(">"):
            return None
        taken = []
        while self.at < len(self.lines):
            body = self.lines[self.at].lstrip(" ")
            if body.startswith(">"):
                taken.append(body[1:].removeprefix(" "))
            elif self.interrupts(body) or not taken or is_blank(taken[-1]) or indent_of(taken[-1]) >= 4:
                break
            else:
                taken.append(body)
            self.at += 1
        return nodes.Quote(self.inside(taken))

    def list_block(self, line):
        first = Marker.read(line)
        if not first:
            return None
        items, loose = [], False
        marker = first
        while marker and marker.kind == first.kind:
            taken = self.item_lines(marker)
            ends_blank = len(taken) > 1 and is_blank(taken[-1])
            inner = trim_blank(taken)
            children, between = self.item_blocks(inner)
            loose |= between
            items.append(children)
            following = self.lines[self.at] if self.at < len(self.lines) else ""
            marker = None if is_rule(following) else Marker.read(following)
            loose |= bool(ends_blank and marker and marker.kind == first.kind)
        return nodes.ListBlock(items, start=first.number, tight=not loose)

    def item_lines(self, marker):
        """The lines of the item that starts here, without their indentation; blank lines may end them."""
        taken = [marker.rest]
        self.at += 1
        while self.at < len(self.lines):
            line = self.lines[self.at]
            if is_blank(line):
                taken.append("")
            elif indent_of(line) >= marker.width:
                taken.append(line[marker.width :])
            elif is_blank(taken[-1]) or self.interrupts(line) or Marker.read(line):
                break
            else:
                taken.append(line.lstrip(" "))
            self.at += 1
        return taken

    def item_blocks(self, lines):
        """The item, and whether a blank line stands between two of its blocks."""
        done = None
        if lines and lines[0][:4].lower() in ("[ ] ", "[x] "):
            done = lines[0][1] != " "
            lines = [lines[0][4:], *lines[1:]]
        parser = BlockParser(lines, self.definitions, self.depth + 1)
        if self.depth >= MAX_DEPTH:
            return nodes.Item(self.inside(lines), done=done), False
        children, between, last_end = [], False, None
        for block in parser.blocks():
            if last_end is not None:
                between = between or last_end < len(lines) and is_blank(lines[last_end]) or is_blank(lines[last_end - 1])
            children.append(block)
            last_end = parser.at
        return nodes.Item(children, done=done), between


def parse_blocks(lines):
    definitions = Definitions()
    return nodes.Document(BlockParser(lines, definitions).parse()), definitions
