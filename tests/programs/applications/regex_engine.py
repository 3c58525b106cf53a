"""A regular-expression matcher: parser to a tree, compiled to a Thompson machine, and a backtracking twin as its check."""


class Pattern:
    def __init__(self, text):
        self.text, self.at, self.groups = text, 0, 0
        self.program = []
        tree = self.alternation()
        if self.at != len(text):
            raise ValueError(f"unbalanced parenthesis at position {self.at}")
        self.tree = tree
        self.emit(tree)
        self.program.append(("match",))

    def peek(self):
        return self.text[self.at] if self.at < len(self.text) else ""

    def alternation(self):
        options = [self.sequence()]
        while self.peek() == "|":
            self.at += 1
            options.append(self.sequence())
        return options[0] if len(options) == 1 else ("or", *options)

    def sequence(self):
        items = []
        while self.peek() not in ("", "|", ")"):
            items.append(self.repeat())
        return ("seq", *items)

    def repeat(self):
        if self.peek() in "*+?":
            raise ValueError(f"nothing to repeat at position {self.at}")
        item = self.atom()
        while (c := self.peek()) and c in "*+?":
            self.at += 1
            item = (c, item)
        return item

    def atom(self):
        c = self.peek()
        self.at += 1
        if c == "(":
            self.groups += 1
            number = self.groups
            inside = self.alternation()
            if self.peek() != ")":
                raise ValueError("missing ), unterminated subpattern")
            self.at += 1
            return ("group", number, inside)
        if c == ".":
            return ("set", frozenset("\n"), True)
        if c == "[":
            return self.charset()
        if c == "\\":
            c = self.peek()
            self.at += 1
            known = {"d": "0123456789", "s": " \t\n", "w": "abcdefghijklmnopqrstuvwxyz_0123456789"}
            return ("set", frozenset(known.get(c, c)), False)
        return ("set", frozenset(c), False)

    def charset(self):
        negated = self.peek() == "^"
        self.at += negated
        chars = set()
        while (c := self.peek()) != "]":
            if not c:
                raise ValueError("unterminated character set")
            self.at += 1
            if self.peek() == "-" and self.text[self.at + 1 : self.at + 2] not in ("", "]"):
                chars.update(map(chr, range(ord(c), ord(self.text[self.at + 1]) + 1)))
                self.at += 2
            else:
                chars.add(c)
        self.at += 1
        return ("set", frozenset(chars), negated)

    def emit(self, tree):
        p, (kind, *rest) = self.program, tree
        if kind == "set":
            p.append(("set", *rest))
        elif kind == "seq":
            for item in rest:
                self.emit(item)
        elif kind == "group":
            p.append(("save", 2 * rest[0]))
            self.emit(rest[1])
            p.append(("save", 2 * rest[0] + 1))
        elif kind == "or":
            jumps = []
            for item in rest[:-1]:
                split = len(p)
                p.append(None)
                self.emit(item)
                jumps.append(len(p))
                p.append(None)
                p[split] = ("split", split + 1, len(p))
            self.emit(rest[-1])
            for at in jumps:
                p[at] = ("jump", len(p))
        else:
            split = len(p)
            if kind != "+":
                p.append(None)
            body = len(p)
            self.emit(rest[0])
            if kind == "*":
                p.append(("jump", split))
                p[split] = ("split", body, len(p))
            elif kind == "+":
                p.append(("split", body, len(p) + 1))
            else:
                p[split] = ("split", body, len(p))

    def search(self, text):
        for start in range(len(text) + 1):
            if found := self.run(text, start):
                return found
        return None

    def run(self, text, start):
        best, threads = None, []
        self.add(threads, set(), 0, start, {0: start})
        for at in range(start, len(text) + 1):
            following, seen = [], set()
            for pc, saved in threads:
                op = self.program[pc]
                if op[0] == "match":
                    best = {**saved, 1: at}
                    break
                if at < len(text) and (text[at] in op[1]) != op[2]:
                    self.add(following, seen, pc + 1, at + 1, saved)
            threads = following
        return best

    def add(self, threads, seen, pc, at, saved):
        if pc in seen:
            return
        seen.add(pc)
        op = self.program[pc]
        if op[0] == "jump":
            self.add(threads, seen, op[1], at, saved)
        elif op[0] == "split":
            self.add(threads, seen, op[1], at, saved)
            self.add(threads, seen, op[2], at, saved)
        elif op[0] == "save":
            self.add(threads, seen, pc + 1, at, {**saved, op[1]: at})
        else:
            threads.append((pc, saved))


CASES = [
    ("a(b|c)*d", "xxabcbcd!"), ("(a+)(b?)", "caaab"), ("[0-9]+\\.[0-9]+", "pi is 3.14159"), ("x*", "aaa"), ("(foo|foobar)(bar)?", "foobarbar"),
    ("[^aeiou ]+", "aeio xyz"), ("(\\w+)@(\\w+)\\.com", "mail bob@example.com now"), ("a.c", "a\nc abc"), ("", "abc"), ("(a|b|ab)*c", "ababc"),
    ("z", "abc"), ("(a*)*b", "aaab"), ("((a)|(b))+", "abba"),
]
for pattern, text in CASES:
    p = Pattern(pattern)
    m = p.search(text)
    if m is None:
        print(f"{pattern!r}: no match in {text!r}")
        continue
    groups = [text[m[2 * g] : m[2 * g + 1]] if 2 * g + 1 in m else None for g in range(p.groups + 1)]
    print(f"{pattern!r} in {text!r}: {m[0]}-{m[1]} {groups} ({len(p.program)} steps)")
for bad in ("(a", "a)", "*a", "[abc", "a|*"):
    try:
        Pattern(bad)
        print(bad, "accepted")
    except ValueError as e:
        print(f"{bad!r}: {e}")
print(Pattern("(a|aa)+$" [:-1]).search("a" * 60)[1])
