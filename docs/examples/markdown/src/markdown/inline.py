"""Text to spans: CommonMark's delimiter algorithm over a list of pieces.

The scanner turns the text into finished spans and `Delimiter`s (runs of * _ ~ that may open or close). Then `join` looks for the
closers from left to right and, for each, the nearest opener to its left.
"""

from markdown import nodes
from markdown.lines import PUNCTUATION, run_length, unescape

ENTITIES = {
    "amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'", "nbsp": "\xa0", "copy": "©", "reg": "®", "trade": "™",
    "hellip": "…", "mdash": "—", "ndash": "–", "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "laquo": "«",
    "raquo": "»", "euro": "€", "sect": "§", "para": "¶", "times": "×", "divide": "÷", "frac12": "½", "deg": "°", "larr": "←",
    "rarr": "→", "auml": "ä", "ouml": "ö", "uuml": "ü", "szlig": "ß", "eacute": "é", "alpha": "α", "beta": "β", "pi": "π",
}  # fmt: skip

SCHEME_CHARS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789+.-")


class Delimiter(nodes.Text):
    """A run of one delimiter character; `left` counts those not used up yet."""

    def __init__(self, char, length, can_open, can_close):
        super().__init__(value=char * length)
        self.char, self.length, self.left = char, length, length
        self.can_open, self.can_close = can_open, can_close

    def matches(self, closer):
        if self.char != closer.char or not self.can_open or not self.left:
            return False
        if self.char == "~":
            return self.left == closer.left
        if (self.can_close or closer.can_open) and (self.length + closer.length) % 3 == 0:
            return self.length % 3 == 0 and closer.length % 3 == 0
        return True

    def take(self, count):
        self.left -= count
        self.value = self.char * self.left


def is_space(char):
    return not char or char.isspace()


def is_mark(char):
    return bool(char) and (char in PUNCTUATION or char in "«»‘’“”…–—§¶")


def entity(text, start):
    """(character, end) of the character reference at `start`, or None."""
    end = text.find(";", start + 1, start + 12)
    if end < 0:
        return None
    name = text[start + 1 : end]
    if name.startswith("#"):
        try:
            code = int(name[2:], 16) if name[1:2] in ("x", "X") else int(name[1:], 10)
            return chr(code or 0xFFFD), end + 1
        except (ValueError, OverflowError):
            return None
    found = ENTITIES.get(name)
    return (found, end + 1) if found else None


def autolink(text, start):
    """(target, shown, end) of <scheme:…> or <name@host>, or None."""
    end = text.find(">", start)
    body = text[start + 1 : end] if end > 0 else ""
    if not body or any(c.isspace() or c == "<" for c in body):
        return None
    scheme, colon, _ = body.partition(":")
    if colon and 2 <= len(scheme) <= 32 and scheme[0].isalpha() and set(scheme.lower()) <= SCHEME_CHARS:
        return body, body, end + 1
    name, at, host = body.partition("@")
    if at and name and host and "." in host and "@" not in host and not set("/\\:") & set(body):
        return "mailto:" + body, body, end + 1
    return None


def html_tag(text, start):
    """The end of the tag or comment at `start`, or 0."""
    if text.startswith("<!--", start):
        end = text.find("-->", start + 4)
        return end + 3 if end > 0 else 0
    at = start + 1
    if text.startswith("/", at):
        at += 1
    if not text[at : at + 1].isalpha():
        return 0
    quote = ""
    while at < len(text):
        char = text[at]
        if quote:
            quote = "" if char == quote else quote
        elif char in "\"'":
            quote = char
        elif char == ">":
            return at + 1
        elif char == "<":
            return 0
        at += 1
    return 0


class InlineParser:
    def __init__(self, definitions, smart=None):
        self.definitions, self.smart = definitions, smart
        self.notes = {}  # label of a footnote -> its number, in the order of use
        self.handlers = {
            "\\": self.escape,
            "`": self.code,
            "&": self.entity,
            "<": self.angle,
            "*": self.delimiter,
            "_": self.delimiter,
            "~": self.delimiter,
            "[": self.bracket,
            "!": self.bang,
            "\n": self.newline,
        }

    def parse(self, text):
        out, plain, at = [], [], 0

        def flush():
            if plain:
                value = "".join(plain)
                out.append(nodes.Text(value=self.smart(value, out) if self.smart else value))
                plain.clear()

        while at < len(text):
            handler = self.handlers.get(text[at])
            found = handler and handler(text, at)
            if not found:
                plain.append(text[at])
                at += 1
                continue
            span, at = found
            if isinstance(span, str):
                plain.append(span)
                continue
            if isinstance(span, nodes.Break) and plain:
                plain[-1:] = [plain[-1].rstrip(" ")]
                while plain and plain[-1] in ("", " "):
                    plain.pop()
            flush()
            out.append(span)
        flush()
        return join(out)

    # ---- handlers: (span or text, where to go on), or None when the character is just text ----

    def escape(self, text, at):
        following = text[at + 1 : at + 2]
        if following == "\n":
            return nodes.Break(hard=True), at + 2
        if following and following in PUNCTUATION:
            return nodes.Text(value=following), at + 2
        return None

    def code(self, text, at):
        length = run_length(text, at, "`")
        end = at + length
        while True:
            end = text.find("`", end)
            if end < 0:
                return nodes.Text(value="`" * length), at + length
            closing = run_length(text, end, "`")
            if closing == length:
                break
            end += closing
        body = text[at + length : end].replace("\n", " ")
        if body[:1] == body[-1:] == " " and body.strip():
            body = body[1:-1]
        return nodes.Code(value=body), end + length

    def entity(self, text, at):
        found = entity(text, at)
        return found and (nodes.Text(value=found[0]), found[1])

    def angle(self, text, at):
        link = autolink(text, at)
        if link:
            target, shown, end = link
            return nodes.Link([nodes.Text(value=shown)], target=target), end
        end = html_tag(text, at)
        return (nodes.Html(html=text[at:end]), end) if end else None

    def newline(self, text, at):
        before = at
        while before > 0 and text[before - 1] == " ":
            before -= 1
        return nodes.Break(hard=at - before >= 2), at + 1

    def delimiter(self, text, at):
        char = text[at]
        length = run_length(text, at, char)
        before, after = text[at - 1 : at] if at else "", text[at + length : at + length + 1]
        left = not is_space(after) and (not is_mark(after) or is_space(before) or is_mark(before))
        right = not is_space(before) and (not is_mark(before) or is_space(after) or is_mark(after))
        if char == "_":
            left, right = left and (not right or is_mark(before)), right and (not left or is_mark(after))
        if char == "~" and length > 2:
            return nodes.Text(value=char * length), at + length
        return Delimiter(char, length, left, right), at + length

    def bang(self, text, at):
        found = self.link(text, at + 1) if text.startswith("[", at + 1) else None
        if not found:
            return None
        label, target, title, end = found
        return nodes.Image(self.parse(label), target=target, title=title), end

    def bracket(self, text, at):
        if text.startswith("[^", at):
            end = text.find("]", at)
            label = text[at + 2 : end]
            if end > 0 and label in self.definitions.footnotes:
                self.notes.setdefault(label, len(self.notes) + 1)
                return nodes.FootnoteMark(label=label), end + 1
        found = self.link(text, at)
        if not found:
            return None
        label, target, title, end = found
        children = self.parse(label)
        if any(isinstance(below, nodes.Link) for child in children for below in child.walk()):
            return None  # no link within a link
        return nodes.Link(children, target=target, title=title), end

    def link(self, text, at):
        """(label, target, title, end) of the link whose bracket opens at `at`."""
        close = self.closing(text, at)
        if not close:
            return None
        label = text[at + 1 : close]
        if text.startswith("(", close + 1):
            found = self.destination(text, close + 2)
            if found:
                return (label, *found)
        end = close + 1
        reference = label
        if text.startswith("[", end):
            close = text.find("]", end)
            if close > 0:
                reference = text[end + 1 : close] or label
                end = close + 1
        found = self.definitions.find(reference)
        return found and (label, *found, end)

    @staticmethod
    def closing(text, at):
        """Where the bracket at `at` closes; code spans and escapes hide brackets."""
        depth = 0
        while at < len(text):
            char = text[at]
            if char == "\\":
                at += 1
            elif char == "`":
                length = run_length(text, at, "`")
                end = text.find("`" * length, at + length)
                at = (end if end > 0 else at) + length - 1
            elif char == "[":
                depth += 1
            elif char == "]":
                depth -= 1
                if not depth:
                    return at
            at += 1
        return 0

    @staticmethod
    def destination(text, at):
        """(target, title, end) of what follows "](", or None."""

        def skip_space(place):
            while place < len(text) and text[place].isspace():
                place += 1
            return place

        at = skip_space(at)
        start, depth = at, 0
        if text.startswith("<", at):
            end = text.find(">", at)
            if end < 0 or "\n" in text[at:end]:
                return None
            target, at = text[at + 1 : end], end + 1
        else:
            while at < len(text) and not text[at].isspace():
                if text[at] == "\\":
                    at += 1
                elif text[at] == "(":
                    depth += 1
                elif text[at] == ")":
                    if not depth:
                        break
                    depth -= 1
                at += 1
            target = text[start:at]
        at = skip_space(at)
        title = None
        opening = text[at : at + 1]
        if opening and opening in "\"'(":
            end = text.find(")" if opening == "(" else opening, at + 1)
            if end < 0:
                return None
            title = unescape(text[at + 1 : end])
            at = skip_space(end + 1)
        if not text.startswith(")", at):
            return None
        return unescape(target), title, at + 1


def join(pieces):
    """Makes emphasis of matching delimiters."""
    pieces = list(pieces)
    at = 0
    while at < len(pieces):
        closer = pieces[at]
        if not isinstance(closer, Delimiter) or not closer.can_close or not closer.left:
            at += 1
            continue
        opening = next((i for i in range(at - 1, -1, -1) if isinstance(pieces[i], Delimiter) and pieces[i].matches(closer)), None)
        if opening is None:
            at += 1
            continue
        opener = pieces[opening]
        count = closer.left if closer.char == "~" else 2 if min(opener.left, closer.left) >= 2 else 1
        make = nodes.Deleted if closer.char == "~" else (nodes.Emphasis, nodes.Strong)[count - 1]
        opener.take(count)
        closer.take(count)
        pieces[opening + 1 : at] = [make(merge(pieces[opening + 1 : at]))]
        at = opening + 2
    return merge(pieces)


def merge(pieces):
    """Joins neighbouring texts; what is left of delimiters becomes text."""
    out = []
    for piece in pieces:
        if isinstance(piece, nodes.Text):
            if not piece.value:
                continue
            if out and type(out[-1]) is nodes.Text:
                out[-1] = nodes.Text(value=out[-1].value + piece.value)
                continue
            piece = nodes.Text(value=piece.value)
        out.append(piece)
    return out
