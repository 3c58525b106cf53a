"""Reports on a few shapes."""

from importlib.resources import files

from shapes import Disc, Square
from text import table


def main():
    print(files("banner").iterdir and "shapes report")
    shapes = [Square(1), Square(4), Disc(2), Disc(3.5)]
    rows = [[s.name, f"{s.area():.2f}", s.cells(8)] for s in shapes]
    print(table(rows, ["shape", "area", "cells"]))


main()
