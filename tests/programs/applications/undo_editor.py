"""A text buffer whose commands undo and redo themselves; commands are nested contexts."""


class Command:
    registry = {}

    def __init_subclass__(cls, word, **rest):
        super().__init_subclass__(**rest)
        Command.registry[word] = cls
        cls.word = word

    def __repr__(self):
        fields = ", ".join(f"{k}={v!r}" for k, v in sorted(vars(self).items()) if not k.startswith("_"))
        return f"{self.word}({fields})"


class Insert(Command, word="insert"):
    def __init__(self, at, text):
        self.at, self.text = int(at), text

    def do(self, buffer):
        buffer.text = buffer.text[: self.at] + self.text + buffer.text[self.at :]

    def undo(self, buffer):
        buffer.text = buffer.text[: self.at] + buffer.text[self.at + len(self.text) :]


class Delete(Command, word="delete"):
    def __init__(self, at, n):
        self.at, self.n = int(at), int(n)

    def do(self, buffer):
        self._gone = buffer.text[self.at : self.at + self.n]
        buffer.text = buffer.text[: self.at] + buffer.text[self.at + self.n :]

    def undo(self, buffer):
        buffer.text = buffer.text[: self.at] + self._gone + buffer.text[self.at :]


class Replace(Command, word="replace"):
    def __init__(self, old, new):
        self.old, self.new = old, new

    def do(self, buffer):
        self._before = buffer.text
        if self.old not in buffer.text:
            raise LookupError(f"{self.old!r} not found")
        buffer.text = buffer.text.replace(self.old, self.new)

    def undo(self, buffer):
        buffer.text = self._before


class Buffer:
    def __init__(self, text=""):
        self.text, self.done, self.undone = text, [], []
        self._group = None

    def run(self, command):
        command.do(self)
        if self._group is not None:
            self._group.append(command)
        else:
            self.done.append([command])
            self.undone.clear()

    def undo(self):
        if not self.done:
            return False
        group = self.done.pop()
        for command in reversed(group):
            command.undo(self)
        self.undone.append(group)
        return True

    def redo(self):
        if not self.undone:
            return False
        group = self.undone.pop()
        for command in group:
            command.do(self)
        self.done.append(group)
        return True

    def __enter__(self):
        self._group = []
        return self

    def __exit__(self, kind, error, tb):
        group, self._group = self._group, None
        if kind is not None:
            for command in reversed(group):
                command.undo(self)
            print(f"rolled back {len(group)} after {kind.__name__}: {error}")
            return issubclass(kind, LookupError)
        self.done.append(group)
        self.undone.clear()


SCRIPT = """insert 0 hello
insert 5 _world
replace o 0
delete 0 1
undo
undo
redo
insert 0 >>
redo
undo
delete 2 100
undo
undo
undo
undo
undo
replace zzz y"""
buffer = Buffer()
for line in SCRIPT.splitlines():
    word, *args = line.split()
    try:
        if word in ("undo", "redo"):
            outcome = getattr(buffer, word)()
        else:
            command = Command.registry[word](*args)
            outcome = buffer.run(command) or command
    except LookupError as e:
        outcome = f"{type(e).__name__}: {e}"
    print(f"{line:20} {buffer.text!r:20} {outcome}")
with buffer:
    buffer.run(Insert(0, "abc"))
    buffer.run(Replace("b", "BBB"))
print(buffer.text, buffer.done)
with buffer:
    buffer.run(Delete(0, 2))
    buffer.run(Replace("q", "r"))
print(buffer.text)
try:
    with buffer:
        buffer.run(Insert(1, "?"))
        raise RuntimeError("stop")
except RuntimeError as e:
    print("passed on", e, buffer.text)
buffer.undo()
print(repr(buffer.text), sorted(Command.registry))
