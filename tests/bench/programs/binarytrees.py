"""Binary trees: allocation of small objects and collection."""


class Node:
    def __init__(self, left, right):
        self.left = left
        self.right = right

    def check(self):
        if self.left is None:
            return 1
        return 1 + self.left.check() + self.right.check()


def make(depth):
    if depth == 0:
        return Node(None, None)
    return Node(make(depth - 1), make(depth - 1))


def main(depth):
    print(make(depth + 1).check())
    keep = make(depth)
    for d in range(4, depth + 1, 4):
        total = 0
        rounds = 1 << (depth - d + 4)
        for _ in range(rounds):
            total += make(d).check()
        print(rounds, d, total)
    print(keep.check())


main(14)
