"""Huffman codes with a hand-made heap, and an LZ77 packer; both undo themselves."""


class Heap:
    def __init__(self):
        self.items = []

    def __len__(self):
        return len(self.items)

    def push(self, item):
        items = self.items
        items.append(item)
        i = len(items) - 1
        while i and items[i] < items[(i - 1) >> 1]:
            parent = (i - 1) >> 1
            items[i], items[parent] = items[parent], items[i]
            i = parent

    def pop(self):
        items = self.items
        items[0], items[-1] = items[-1], items[0]
        top = items.pop()
        i = 0
        while (kid := 2 * i + 1) < len(items):
            if kid + 1 < len(items) and items[kid + 1] < items[kid]:
                kid += 1
            if not items[kid] < items[i]:
                break
            items[i], items[kid] = items[kid], items[i]
            i = kid
        return top


class Node:
    serial = 0

    def __init__(self, weight, symbol=None, left=None, right=None):
        self.weight, self.symbol, self.left, self.right = weight, symbol, left, right
        Node.serial += 1
        self.order = Node.serial

    def __lt__(self, other):
        return (self.weight, self.order) < (other.weight, other.order)

    def codes(self, prefix=""):
        if self.symbol is not None:
            yield self.symbol, prefix or "0"
        else:
            yield from self.left.codes(prefix + "0")
            yield from self.right.codes(prefix + "1")


def tree_of(text):
    counts = {}
    for c in text:
        counts[c] = counts.get(c, 0) + 1
    heap = Heap()
    for c in sorted(counts):
        heap.push(Node(counts[c], c))
    while len(heap) > 1:
        a, b = heap.pop(), heap.pop()
        heap.push(Node(a.weight + b.weight, None, a, b))
    return heap.pop()


def pack(text):
    tree = tree_of(text)
    codes = dict(tree.codes())
    bits = "".join(codes[c] for c in text)
    number = int("1" + bits, 2)
    return tree, number.to_bytes((number.bit_length() + 7) // 8, "big")


def unpack(tree, data):
    bits = bin(int.from_bytes(data, "big"))[3:]
    out, node = [], tree
    for bit in bits:
        if node.symbol is None:
            node = node.right if bit == "1" else node.left
        if node.symbol is not None:
            out.append(node.symbol)
            node = tree
    return "".join(out)


def lz_pack(data, window=64):
    out, at = [], 0
    while at < len(data):
        best, where = 0, 0
        for start in range(max(0, at - window), at):
            n = 0
            while at + n < len(data) and n < 15 and data[start + n] == data[at + n]:
                n += 1
            if n > best:
                best, where = n, at - start
        if best > 2:
            out.append((where, best))
            at += best
        else:
            out.append(data[at])
            at += 1
    return out


def lz_unpack(items):
    out = bytearray()
    for item in items:
        if isinstance(item, tuple):
            distance, n = item
            for _ in range(n):
                out.append(out[-distance])
        else:
            out.append(item)
    return bytes(out)


for text in ("aaaa", "abracadabra", "she sells sea shells by the sea shore", "żółw żuje żurawinę", "x"):
    tree, data = pack(text)
    codes = sorted(dict(tree.codes()).items(), key=lambda p: (len(p[1]), p[0]))
    print(text, len(data), data.hex())
    print("  ", " ".join(f"{c}={code}" for c, code in codes))
    assert unpack(tree, data) == text, text
for data in (b"", b"abcabcabcabcabcabc", b"a" * 40, bytes(range(10)) * 3, "naïve naïve naïve".encode()):
    items = lz_pack(data)
    print(len(data), len(items), items)
    assert lz_unpack(items) == data
