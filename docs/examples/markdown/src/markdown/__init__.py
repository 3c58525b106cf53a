"""A Markdown to HTML converter.

lines -> blocks -> inline -> writer: the source is cut into lines, the lines become a tree of blocks, the text in the leaves becomes
spans, and the writer turns both into HTML.
"""

VERSION = "1.0"
