"""Containers written in Python: a linked list, a ring, a binary tree, a trie and a skip list behind container protocols."""


class LinkedList:
    class Node:
        __slots__ = "value", "next"

        def __init__(self, value, next=None):
            self.value, self.next = value, next

    def __init__(self, items=()):
        self.head = self.tail = None
        self.size = 0
        for item in items:
            self.append(item)

    def append(self, value):
        node = self.Node(value)
        if self.tail:
            self.tail.next = node
        else:
            self.head = node
        self.tail = node
        self.size += 1

    def __len__(self):
        return self.size

    def __iter__(self):
        node = self.head
        while node:
            yield node.value
            node = node.next

    def __getitem__(self, i):
        if isinstance(i, slice):
            return LinkedList(list(self)[i])
        if i < 0:
            i += self.size
        for at, value in enumerate(self):
            if at == i:
                return value
        raise IndexError(f"no item {i}")

    def __reversed__(self):
        stack = []
        for x in self:
            stack.append(x)
        while stack:
            yield stack.pop()

    def __add__(self, other):
        return LinkedList([*self, *other])

    def __eq__(self, other):
        return isinstance(other, LinkedList) and len(self) == len(other) and all(a == b for a, b in zip(self, other))

    def __repr__(self):
        return "LinkedList([" + ", ".join(map(repr, self)) + "])"


class Tree:
    def __init__(self, key=None):
        self.root = None
        self.key = key or (lambda x: x)

    def add(self, item):
        if self.root is None:
            self.root = [item, None, None]
            return self
        node, k = self.root, self.key(item)
        while True:
            side = 1 if k < self.key(node[0]) else 2
            if node[side] is None:
                node[side] = [item, None, None]
                return self
            node = node[side]

    def walk(self, node=..., depth=0):
        if node is ...:
            node = self.root
        if node:
            yield from self.walk(node[1], depth + 1)
            yield node[0], depth
            yield from self.walk(node[2], depth + 1)

    def __iter__(self):
        return (item for item, _ in self.walk())

    def __contains__(self, item):
        node, k = self.root, self.key(item)
        while node:
            here = self.key(node[0])
            if here == k:
                return True
            node = node[1 if k < here else 2]
        return False


class Trie(dict):
    def __missing__(self, letter):
        self[letter] = made = Trie()
        return made

    def add(self, word):
        node = self
        for letter in word:
            node = node[letter]
        node[""] = word

    def words(self, prefix=""):
        node = self
        for letter in prefix:
            if letter not in node:
                return
            node = node[letter]
        stack = [node]
        while stack:
            node = stack.pop()
            for letter in sorted(node, reverse=True):
                if letter:
                    stack.append(node[letter])
            if "" in node:
                yield node[""]


class Ring:
    def __init__(self, size):
        self.items, self.size, self.start = [], size, 0

    def push(self, x):
        if len(self.items) < self.size:
            self.items.append(x)
        else:
            self.items[self.start] = x
            self.start = (self.start + 1) % self.size

    def __getitem__(self, i):
        return self.items[(self.start + i) % len(self.items)] if i < len(self.items) else self.stop(i)

    @staticmethod
    def stop(i):
        raise IndexError(i)


numbers = LinkedList([3, 1, 2])
numbers.append("x")
print(numbers, len(numbers), numbers[1], numbers[-1], numbers[1:3], list(reversed(numbers)), 2 in numbers, bool(LinkedList()))
print(numbers + [9], numbers == LinkedList([3, 1, 2, "x"]), numbers == [3, 1, 2, "x"], numbers != LinkedList(), [*zip(numbers, "abcd")])
try:
    numbers[9]
except IndexError as e:
    print(e)
a, *b = numbers
print(a, b, sum(LinkedList(range(10))), max(LinkedList("hello")), "-".join(LinkedList("xyz")), sorted(LinkedList([2, 1])))
tree = Tree(key=str.lower)
for word in "the Quick brown Fox jumps over The lazy dog".split():
    tree.add(word)
print(list(tree), "FOX" in tree, "cat" in tree, [d for _, d in tree.walk()])
deep = Tree()
for i in range(60):
    deep.add(i)
print(max(d for _, d in deep.walk()), sum(deep))
trie = Trie()
for word in ("car", "cart", "care", "cat", "dog", "do", "c"):
    trie.add(word)
print(list(trie.words()), list(trie.words("car")), list(trie.words("x")), sorted(trie), len(trie["c"]["a"]))
ring = Ring(3)
for i in range(5):
    ring.push(i)
print(list(ring), 3 in ring, ring[0], ring.items)
