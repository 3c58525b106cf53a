"""Writes random expressions and where CPython's traceback points in them, one "EXPRESSION -> LEFT RIGHT" or "EXPRESSION -> none" a
line: /usr/bin/python3.11 tests/runtime/make_anchor_cases.py SEED COUNT FILE; unit_rt_core_anchors also reads the file named by
PY2_CASES."""

import ast
import random
import sys

ATOMS = ["a", "b1", "x.y", "1", "2.5", "'s'", "b'x'", "f'{a}'", "None", "1e5", "...", "[]", "()", "{}", "(a,)", "'a' 'b'", "0x1f", "-1",
         "[a, b]", "{1: (2)}", "f()", "(yield)", "not a", "(a for a in b)"]
BINARY = ["+", "-", "*", "/", "//", "%", "@", "**", "<<", ">>", "&", "|", "^"]
PARAMETERS = ["", "a", "a, b", "*a, k=1", "a=lambda: 0", "a={'x': 1}"]


class Maker:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def space(self):
        return self.random.choice(["", "", "", " ", "  "])

    def wrap(self, text):
        while self.random.random() < 0.35:
            text = "(" + self.space() + text + self.space() + ")"
        return text

    def part(self, depth):
        return self.wrap(self.expression(depth - 1 - self.random.randrange(2)))

    def index(self, depth):
        f, space = lambda: self.wrap(self.expression(depth - 1)), self.space
        return self.random.choice([lambda: f() + ":" + f(), lambda: ":", lambda: f() + "," + space() + f(), lambda: f() + space() + ",",
                                   lambda: ":" + space() + f() + ":" + f(), f, f, f])()

    def expression(self, depth):
        choice, space, f = self.random.choice, self.space, lambda: self.part(depth)
        if depth <= 0:
            return choice(ATOMS)
        binary = lambda: f() + space() + choice(BINARY) + space() + f()
        subscript = lambda: f() + space() + "[" + space() + self.index(depth - 1) + space() + "]"
        return choice([
            binary, binary, binary, binary, subscript, subscript, subscript,
            lambda: f() + space() + "(" + choice(["", f(), "*" + f(), "k=" + f()]) + ")",
            lambda: f() + ".attr",
            lambda: f() + " if " + f() + " else " + f(),
            lambda: f() + choice([" and ", " or "]) + f(),
            lambda: "not " + f(),
            lambda: choice("+-~") + space() + f(),
            lambda: f() + choice([" < ", " == ", " is not ", " in ", " not in ", "<="]) + f(),
            lambda: "lambda " + choice(PARAMETERS) + ":" + space() + f(),
            lambda: "(" + space() + "y" + space() + ":=" + space() + f() + space() + ")",
            lambda: "await " + f(),
            lambda: "(yield " + f() + choice(["", ", " + f()]) + space() + ")",
            lambda: "[" + f() + " for q in " + f() + "]",
            lambda: "(" + f() + choice([", " + f(), ",", " for q in z"]) + ")",
        ])()

    def case(self):
        depth = self.random.randrange(1, 5)
        return self.random.choice([
            lambda: self.wrap(self.expression(depth)),
            lambda: self.part(depth) + self.space() + "[" + self.index(depth) + "]",
            lambda: self.part(depth) + self.space() + self.random.choice("+-*/|") + self.space() + self.part(depth),
        ])()


def anchors(text):
    """As Python/traceback.c of 3.11 looks at the segment; None when it is no program."""
    try:
        body = ast.parse(text).body
    except SyntaxError:
        return None
    root = body[0].value if len(body) == 1 and isinstance(body[0], ast.Expr) else None
    if isinstance(root, ast.Subscript):
        return f"{root.value.end_col_offset} {root.slice.end_col_offset + 1}"
    if isinstance(root, ast.BinOp):
        for i in range(root.left.end_col_offset, root.right.col_offset):
            if text[i] not in " \t\f":
                return f"{i} {i + 1 + (i + 1 < root.right.col_offset and text[i + 1] not in ' '  + chr(9) + chr(12))}"
    return "none"


def main():
    maker, count = Maker(int(sys.argv[1])), int(sys.argv[2])
    with open(sys.argv[3], "w", encoding="utf-8") as out:
        while count:
            text = maker.case()
            answer = anchors(text)
            if answer is not None and len(text) < 200:
                out.write(f"{text} -> {answer}\n")
                count -= 1


main()
