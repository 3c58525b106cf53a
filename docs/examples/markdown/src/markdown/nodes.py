"""The tree that the parsers build and the writer walks."""


class Node:
    """A block or a span. `children` holds nodes of the next level down; leaves leave it empty."""

    fields = ()

    def __init__(self, children=(), **values):
        self.children = list(children)
        for name in self.fields:
            setattr(self, name, values.pop(name, None))
        if values:
            raise TypeError(f"{type(self).__name__} has no field {sorted(values)[0]!r}")

    def __repr__(self):
        shown = [f"{name}={getattr(self, name)!r}" for name in self.fields]
        if self.children:
            shown.append(f"{len(self.children)} children")
        return f"{type(self).__name__}({', '.join(shown)})"

    def __iter__(self):
        return iter(self.children)

    def walk(self):
        """This node and everything below it, parents first."""
        yield self
        for child in self.children:
            yield from child.walk()

    def text(self):
        return "".join(child.text() for child in self.children)


class Document(Node):
    pass


class Heading(Node):
    fields = ("level", "source", "ident")


class Paragraph(Node):
    fields = ("source",)


class CodeBlock(Node):
    fields = ("code", "language")


class Quote(Node):
    pass


class ListBlock(Node):
    """`start` is None for a bullet list. A tight list shows no paragraphs around its items' text."""

    fields = ("start", "tight")

    @property
    def ordered(self):
        return self.start is not None


class Item(Node):
    """`done` is None for an item without a check box."""

    fields = ("done",)


class Table(Node):
    """`rows` are lists of cells, the head first; a cell is the source, later a Paragraph."""

    fields = ("alignments", "rows")


class Rule(Node):
    pass


class HtmlBlock(Node):
    fields = ("html",)


class Span(Node):
    pass


class Text(Span):
    fields = ("value",)

    def text(self):
        return self.value


class Code(Span):
    fields = ("value",)

    def text(self):
        return self.value


class Emphasis(Span):
    pass


class Strong(Span):
    pass


class Deleted(Span):
    pass


class Link(Span):
    fields = ("target", "title")


class Image(Span):
    fields = ("target", "title")


class Html(Span):
    fields = ("html",)

    def text(self):
        return ""


class Break(Span):
    fields = ("hard",)

    def text(self):
        return " "


class FootnoteMark(Span):
    fields = ("label",)

    def text(self):
        return ""
