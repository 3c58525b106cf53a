"""Smart punctuation: straight quotes, dashes and dots become typographic ones."""

REPLACEMENTS = (("---", "—"), ("--", "–"), ("...", "…"), ("<->", "↔"), ("->", "→"))


def make_smart(language="en"):
    """A function (text, what stands before it) -> text that remembers the quotes it has opened."""
    opening, closing = {"en": ("“", "”"), "de": ("„", "“"), "fr": ("« ", " »")}.get(language, ("“", "”"))
    changed = 0

    def quotes(text, before):
        previous = before
        for index, char in enumerate(text):
            following = text[index + 1 : index + 2]
            starts = not previous or previous.isspace() or previous in "([{-–—"
            if char == '"':
                yield opening if starts and following.strip() or starts and not following else closing
            elif char == "'":
                yield "‘" if starts and following.strip() and not following.isdigit() else "’"
            else:
                yield char
            previous = char

    def smart(text, before):
        nonlocal changed
        result = text
        for plain, typographic in REPLACEMENTS:
            result = result.replace(plain, typographic)
        last = before[-1].text()[-1:] if before else ""
        result = "".join(quotes(result, last))
        changed += sum(a != b for a, b in zip(text, result)) + abs(len(text) - len(result))
        return result

    smart.changes = lambda: changed
    return smart
