"""The command line."""


class UsageError(Exception):
    pass


class Options:
    """Each switch has an attribute; `known` maps the words of the command line to (attribute, value, help)."""

    known = {
        "--toc": ("toc", True, "put a table of contents at the head"),
        "--no-ids": ("ids", False, "leave out the ids of headings"),
        "--smart": ("smart", True, "make quotes and dashes typographic"),
        "--page": ("page", True, "write a whole page, not only its body"),
        "--stats": ("stats", True, "write statistics at the end"),
        "--help": ("help", True, "show this"),
    }

    def __init__(self):
        self.toc = self.smart = self.page = self.stats = self.help = False
        self.ids = True
        self.files = []

    @classmethod
    def read(cls, words):
        options = cls()
        rest = iter(words)
        for word in rest:
            if word == "--":
                options.files.extend(rest)
            elif word in cls.known:
                name, value, _ = cls.known[word]
                setattr(options, name, value)
            elif word.startswith("--"):
                raise UsageError(f"unknown option {word}")
            else:
                options.files.append(word)
        return options

    @classmethod
    def usage(cls):
        yield "usage: markdown [options] FILE..."
        width = max(map(len, cls.known))
        for word, (_, _, text) in cls.known.items():
            yield f"  {word:<{width}}  {text}"
