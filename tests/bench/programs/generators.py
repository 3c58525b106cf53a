"""Generators: pipelines, delegation, tree walks."""


def count(n):
    i = 0
    while i < n:
        yield i
        i += 1


def evens(source):
    for x in source:
        if x % 2 == 0:
            yield x


def squares(source):
    for x in source:
        yield x * x


class Tree:
    def __init__(self, left, value, right):
        self.left = left
        self.value = value
        self.right = right

    def __iter__(self):
        if self.left:
            yield from self.left
        yield self.value
        if self.right:
            yield from self.right


def build(low, high):
    if low >= high:
        return None
    middle = (low + high) // 2
    return Tree(build(low, middle), middle, build(middle + 1, high))


print(sum(squares(evens(count(1500000)))))
tree = build(0, 60000)
print(sum(1 for _ in tree), sum(x for x in tree if x % 3 == 0))
