"""Tables and numbers as text."""

from text.table import table

__all__ = ["table", "plural"]


def plural(n, word):
    return f"{n} {word}" if n == 1 else f"{n} {word}s"
