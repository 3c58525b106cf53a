"""Shapes that know their area and how they look on a grid."""

from text import plural


class Shape:
    name = "shape"

    def area(self):
        raise NotImplementedError

    def covers(self, x, y):
        raise NotImplementedError

    def cells(self, size):
        return sum(self.covers(x, y) for y in range(size) for x in range(size))

    def describe(self, size):
        return f"{self.name}: {plural(self.cells(size), 'cell')}"


class Square(Shape):
    name = "square"

    def __init__(self, side):
        self.side = side

    def area(self):
        return self.side ** 2

    def covers(self, x, y):
        return x < self.side and y < self.side


class Disc(Shape):
    name = "disc"

    def __init__(self, radius):
        self.radius = radius

    def area(self):
        return 3.141592653589793 * self.radius ** 2

    def covers(self, x, y):
        r = self.radius
        return (x - r + 0.5) ** 2 + (y - r + 0.5) ** 2 <= r * r
