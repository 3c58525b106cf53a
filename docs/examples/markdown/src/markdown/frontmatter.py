"""The settings between two --- lines at the head of a file: `key: value`, with lists and simple values."""


class FrontMatterError(ValueError):
    def __init__(self, line, problem):
        super().__init__(f"front matter, line {line}: {problem}")
        self.line = line


def scalar(text):
    words = {"true": True, "yes": True, "false": False, "no": False, "null": None, "~": None, "": None}
    if text.lower() in words:
        return words[text.lower()]
    if len(text) >= 2 and text[0] == text[-1] and text[0] in "\"'":
        return text[1:-1]
    if text.startswith("[") and text.endswith("]"):
        return [scalar(part.strip()) for part in text[1:-1].split(",") if part.strip()]
    for convert in (int, float):
        try:
            return convert(text)
        except ValueError:
            continue
    return text


def split(lines):
    """(settings, the other lines). A file without front matter has no settings."""
    if not lines or lines[0].rstrip() != "---":
        return {}, lines
    settings, key = {}, None
    for number, line in enumerate(lines[1:], 2):
        stripped = line.strip()
        if stripped in ("---", "..."):
            return settings, lines[number:]
        if not stripped or stripped.startswith("#"):
            continue
        if stripped.startswith("- "):
            if key is None:
                raise FrontMatterError(number, "an item without a key before it")
            if not isinstance(settings[key], list):
                settings[key] = [] if settings[key] is None else [settings[key]]
            settings[key].append(scalar(stripped[2:].strip()))
            continue
        key, colon, value = stripped.partition(":")
        if not colon:
            raise FrontMatterError(number, f"expected 'key: value', found {stripped!r}")
        key = key.strip()
        settings[key] = scalar(value.strip())
    raise FrontMatterError(len(lines), "the closing --- is missing")
