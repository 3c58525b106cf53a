# args: add --name=bolt --count 12 -p 0.25 -- extra -q
# stdin: list\nadd nut 7 0.1\nadd bolt 3\nsell bolt 20\nsell bolt 5\nreport\nbogus 1\nadd x y\n\nquit now\nlist\n
"""A command-line parser of one's own and a session read from standard input."""

import sys


class UsageError(Exception):
    def __init__(self, message, usage=None):
        super().__init__(message)
        self.usage = usage


class Option:
    def __init__(self, name, short=None, kind=str, default=None, required=False):
        self.name, self.short, self.kind, self.default, self.required = name, short, kind, default, required


class Parser:
    def __init__(self, *options):
        self.options = {f"--{o.name}": o for o in options} | {f"-{o.short}": o for o in options if o.short}

    def parse(self, words):
        values = {o.name: o.default for o in self.options.values()}
        given, rest, words = set(), [], list(words)
        while words:
            word = words.pop(0)
            if word == "--":
                rest += words
                break
            if not word.startswith("-") or word == "-":
                rest.append(word)
                continue
            word, sign, value = word.partition("=")
            try:
                option = self.options[word]
            except KeyError:
                close = [n for n in self.options if n.startswith(word)]
                raise UsageError(f"unknown option {word}" + (f", did you mean {close[0]}?" if close else "")) from None
            if option.kind is bool:
                value = not sign or value == "yes"
            elif not sign:
                if not words:
                    raise UsageError(f"{word} needs a value")
                value = words.pop(0)
            try:
                values[option.name] = option.kind(value)
            except ValueError as e:
                raise UsageError(f"{word}: {e}") from e
            given.add(option.name)
        missing = sorted({o.name for o in self.options.values() if o.required} - given)
        if missing:
            raise UsageError(f"missing: {', '.join(missing)}")
        return values, rest


class Inventory:
    def __init__(self):
        self.items, self.cash = {}, 0.0

    def do_add(self, name, count="1", price=None):
        """add NAME [COUNT [PRICE]]"""
        old_count, old_price = self.items.get(name, (0, 0.0))
        self.items[name] = old_count + int(count), float(price) if price is not None else old_price
        return f"{name}: {self.items[name][0]}"

    def do_sell(self, name, count="1"):
        """sell NAME [COUNT]"""
        have, price = self.items[name]
        if int(count) > have:
            raise UsageError(f"only {have} of {name}")
        self.items[name] = have - int(count), price
        self.cash += int(count) * price
        return f"sold {count} {name} for {int(count) * price:.2f}"

    def do_list(self):
        """list"""
        return "\n".join(f"{n:<8}{c:>4} {p:>7.3f}" for n, (c, p) in sorted(self.items.items())) or "(empty)"

    def do_report(self):
        """report"""
        worth = sum(c * p for c, p in self.items.values())
        return f"{len(self.items)} kinds, worth {worth:.2f}, cash {self.cash:.2f}"

    def do_quit(self):
        """quit"""
        raise SystemExit(3)

    def run(self, line):
        word, *args = line.split()
        command = getattr(self, f"do_{word}", None)
        if command is None:
            known = [n[3:] for n in dir(self) if n.startswith("do_")]
            raise UsageError(f"no command {word!r}; known: {' '.join(known)}")
        try:
            return command(*args)
        except TypeError:
            raise UsageError("wrong arguments", command.__doc__)


parser = Parser(Option("name", "n", required=True), Option("count", "c", int, 1), Option("price", "p", float), Option("quiet", "q", bool, False))
print(sys.argv[1:])
values, rest = parser.parse(sys.argv[1:])
print(values, rest)
for words in (["--name"], ["--nam=x"], ["-n", "x", "-c", "two"], [], ["-n=a=b", "-q", "--quiet=no"], ["--zzz"], ["-", "-n", "--"]):
    try:
        print(parser.parse(words))
    except UsageError as e:
        print("usage:", e, "|", repr(e.__cause__))
inventory = Inventory()
inventory.do_add(values["name"], values["count"], values["price"])
for number, line in enumerate(sys.stdin, 1):
    if not line.strip():
        continue
    try:
        print(f"{number}> {inventory.run(line)}")
    except UsageError as e:
        print(f"{number}! {e}{f' ({e.usage})' if e.usage else ''}")
    except (ValueError, KeyError) as e:
        print(f"{number}! {type(e).__name__}: {e}", file=sys.stderr)
print("end of input")
sys.exit(f"cash: {inventory.cash}")
