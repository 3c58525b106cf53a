"""One text through all stages."""

from markdown import frontmatter, nodes
from markdown.blocks import parse_blocks
from markdown.inline import InlineParser
from markdown.lines import slug, split_lines
from markdown.smart import make_smart
from markdown.writer import Writer, escape


class Converted:
    """A finished page: its HTML, settings, headings and statistics."""

    def __init__(self, html, settings, headings, statistics):
        self.html, self.settings, self.headings, self.statistics = html, settings, headings, statistics

    @property
    def title(self):
        first = next((text for level, text, _ in self.headings if level == 1), None)
        return str(self.settings.get("title") or first or "Untitled")


def fill_spans(blocks, inline, taken):
    """Parses the text of all leaves, in the order of the page, and gives headings their ids."""
    for block in blocks:
        if isinstance(block, (nodes.Paragraph, nodes.Heading)):
            block.children = inline.parse(block.source)
            if isinstance(block, nodes.Heading):
                block.ident = slug(block.text(), taken)
        elif isinstance(block, nodes.Table):
            block.rows = [[inline.parse(cell) for cell in row] for row in block.rows]
        else:
            fill_spans(block.children, inline, taken)


def contents(headings, deepest=3):
    """Nested lists of links to the headings."""
    out, open_levels = [], []
    for level, text, ident in headings:
        if level > deepest:
            continue
        while open_levels and open_levels[-1] > level:
            out.append("</li>\n</ul>\n")
            open_levels.pop()
        if open_levels and open_levels[-1] == level:
            out.append("</li>\n")
        else:
            out.append("<ul>\n")
            open_levels.append(level)
        out.append(f'<li><a href="#{ident}">{escape(text)}</a>')
    out.extend("</li>\n</ul>\n" for _ in open_levels)
    return '<nav class="contents">\n' + "".join(out) + "</nav>\n" if out else ""


def count(document, html):
    """How often each kind of block and span occurs, and the words of the text."""
    kinds, words = {}, 0
    for node in document.walk():
        kinds[type(node).__name__] = kinds.get(type(node).__name__, 0) + 1
        if isinstance(node, (nodes.Paragraph, nodes.Heading)):
            words += len(node.text().split())
        if isinstance(node, nodes.Table):
            words += sum(len(span.text().split()) for row in node.rows for cell in row for span in cell)
    kinds.pop("Document")
    return {"words": words, "minutes": round(words / 220, 1), "bytes": len(html.encode()), "kinds": kinds}


def convert(source, options):
    settings, lines = frontmatter.split(split_lines(source))

    def setting(name):
        return settings.get(name, getattr(options, name))

    document, definitions = parse_blocks(lines)
    smart = make_smart(settings.get("language", "en")) if setting("smart") else None
    inline = InlineParser(definitions, smart)
    taken = set()
    fill_spans(document, inline, taken)
    writer = Writer(inline, heading_ids=setting("ids"))
    headings = [(node.level, node.text(), node.ident) for node in document.walk() if isinstance(node, nodes.Heading)]
    body = writer.write(document)

    def note_blocks(label):
        blocks = definitions.footnotes[label]
        fill_spans(blocks, inline, taken)
        return blocks

    body += writer.footnotes(note_blocks)
    if setting("toc"):
        body = contents(headings) + body
    statistics = count(document, body)
    if smart:
        statistics["replaced"] = smart.changes()
    return Converted(body, settings, headings, statistics)
