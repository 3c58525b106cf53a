"""The tree to HTML."""

from markdown import nodes

ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})
URL_SAFE = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~:/?#[]@!$&'()*+,;=%")
DANGEROUS = ("javascript:", "vbscript:", "data:text")


def escape(text):
    return text.translate(ESCAPES)


def url(target):
    """The target with unsafe bytes percent-encoded; schemes that run code become nothing."""
    if target.strip().lower().startswith(DANGEROUS):
        return ""
    return escape("".join(c if c in URL_SAFE else "".join(f"%{byte:02X}" for byte in c.encode()) for c in target))


def attributes(**values):
    return "".join(f' {name.rstrip("_")}="{value}"' for name, value in values.items() if value is not None)


class Writer:
    """`write` picks the method by the node's class; a class without one is a mistake."""

    def __init__(self, inline, heading_ids=True):
        self.inline, self.heading_ids = inline, heading_ids
        self.methods = {}
        self.references = {}

    def write(self, node):
        kind = type(node)
        method = self.methods.get(kind)
        if method is None:
            method = getattr(self, "write_" + kind.__name__.lower(), None)
            if method is None:
                raise NotImplementedError(f"no way to write a {kind.__name__}")
            self.methods[kind] = method
        return method(node)

    def all(self, children):
        return "".join(map(self.write, children))

    def wrap(self, tag, body, newline="\n", **attrs):
        return f"<{tag}{attributes(**attrs)}>{body}</{tag}>{newline}"

    # ---- blocks ----

    def write_document(self, node):
        return self.all(node)

    def write_heading(self, node):
        return self.wrap(f"h{node.level}", self.all(node), id=node.ident if self.heading_ids else None)

    def write_paragraph(self, node):
        return self.wrap("p", self.all(node))

    def write_codeblock(self, node):
        language = f"language-{escape(node.language)}" if node.language else None
        return self.wrap("pre", self.wrap("code", escape(node.code), "", class_=language))

    def write_quote(self, node):
        return self.wrap("blockquote", "\n" + self.all(node))

    def write_rule(self, _node):
        return "<hr />\n"

    def write_htmlblock(self, node):
        return node.html + "\n"

    def write_listblock(self, node):
        tag = "ol" if node.ordered else "ul"
        start = node.start if node.ordered and node.start != 1 else None
        tasks = "tasks" if any(item.done is not None for item in node) else None
        body = "".join(self.item(item, node.tight) for item in node)
        return self.wrap(tag, "\n" + body, start=start, class_=tasks)

    def item(self, item, tight):
        parts = []
        for child in item:
            if tight and isinstance(child, nodes.Paragraph):
                parts.append(self.all(child) + "\n")
            else:
                parts.append(self.write(child))
        body = "".join(parts)
        if tight and len(item.children) == 1:
            body = body.rstrip("\n")
        elif body:
            body = ("" if tight else "\n") + body
        box = ""
        if item.done is not None:
            box = f'<input type="checkbox" disabled{" checked" if item.done else ""} /> '
        return f"<li>{box}{body}</li>\n"

    def write_table(self, node):
        head, *body = node.rows

        def row(cells, tag):
            columns = zip(cells, node.alignments)
            inner = "".join(
                self.wrap(tag, self.all(cell), style=f"text-align: {side}" if side else None) for cell, side in columns
            )
            return self.wrap("tr", "\n" + inner)

        parts = ["\n", self.wrap("thead", "\n" + row(head, "th"))]
        if body:
            parts.append(self.wrap("tbody", "\n" + "".join(row(cells, "td") for cells in body)))
        return self.wrap("table", "".join(parts))

    def footnotes(self, blocks_of):
        """The list of the notes used; `blocks_of` gives a note's blocks. A note may use further notes."""
        if not self.inline.notes:
            return ""
        items = []
        labels = list(self.inline.notes)
        for label in labels:
            body = self.all(blocks_of(label)).rstrip("\n")
            marks = range(1, self.references.get(label, 0) + 1)
            back = "".join(f' <a href="#ref-{escape(label)}{"" if n == 1 else f"-{n}"}">↩</a>' for n in marks)
            body = body.removesuffix("</p>") + back + "</p>" if body.endswith("</p>") else body + back
            items.append(self.wrap("li", "\n" + body + "\n", id="note-" + escape(label)))
            labels.extend(late for late in self.inline.notes if late not in labels)
        return self.wrap("section", "\n" + self.wrap("ol", "\n" + "".join(items)), class_="footnotes")

    # ---- spans ----

    def write_text(self, node):
        return escape(node.value)

    def write_code(self, node):
        return self.wrap("code", escape(node.value), "")

    def write_emphasis(self, node):
        return self.wrap("em", self.all(node), "")

    def write_strong(self, node):
        return self.wrap("strong", self.all(node), "")

    def write_deleted(self, node):
        return self.wrap("del", self.all(node), "")

    def write_link(self, node):
        return self.wrap("a", self.all(node), "", href=url(node.target), title=node.title and escape(node.title))

    def write_image(self, node):
        title = node.title and escape(node.title)
        return f"<img{attributes(src=url(node.target), alt=escape(node.text()), title=title)} />"

    def write_html(self, node):
        return node.html

    def write_break(self, node):
        return "<br />\n" if node.hard else "\n"

    def write_footnotemark(self, node):
        label = escape(node.label)
        count = self.references[node.label] = self.references.get(node.label, 0) + 1
        suffix = "" if count == 1 else f"-{count}"
        number = self.inline.notes[node.label]
        return f'<sup id="ref-{label}{suffix}"><a href="#note-{label}">{number}</a></sup>'
