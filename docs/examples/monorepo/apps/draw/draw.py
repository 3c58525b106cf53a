"""Draws a disc of the radius given on the command line."""

import sys

from shapes import Disc


def main(argv):
    radius = float(argv[0]) if argv else 4
    disc = Disc(radius)
    size = int(2 * radius)
    for y in range(size):
        print("".join("##" if disc.covers(x, y) else "  " for x in range(size)).rstrip())
    print(disc.describe(size))


main(sys.argv[1:])
