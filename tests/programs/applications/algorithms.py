"""Graphs, heaps, union-find, Huffman, LZ, sudoku, queens, life, big numbers."""


class Heap:
    def __init__(self, items=()):
        self.items = []
        for item in items:
            self.push(item)

    def push(self, item):
        a, i = self.items, len(self.items)
        a.append(item)
        while i and a[i] < a[(i - 1) // 2]:
            a[i], a[(i - 1) // 2] = a[(i - 1) // 2], a[i]
            i = (i - 1) // 2

    def pop(self):
        a = self.items
        top, last = a[0], a.pop()
        if a:
            a[0], i = last, 0
            while (c := 2 * i + 1) < len(a):
                if c + 1 < len(a) and a[c + 1] < a[c]:
                    c += 1
                if not a[c] < a[i]:
                    break
                a[i], a[c] = a[c], a[i]
                i = c
        return top

    def __len__(self):
        return len(self.items)


def dijkstra(graph, start):
    best, heap = {start: 0}, Heap([(0, start)])
    while heap:
        d, node = heap.pop()
        if d > best[node]:
            continue
        for other, w in graph.get(node, {}).items():
            if d + w < best.get(other, float("inf")):
                best[other] = d + w
                heap.push((d + w, other))
    return best


def huffman(text):
    counts = {}
    for c in text:
        counts[c] = counts.get(c, 0) + 1
    heap = Heap((n, c, c) for c, n in counts.items())
    while len(heap) > 1:
        (n, a, x), (m, b, y) = heap.pop(), heap.pop()
        heap.push((n + m, min(a, b), (x, y)))
    codes = {}

    def walk(tree, prefix):
        if isinstance(tree, str):
            codes[tree] = prefix or "0"
        else:
            for bit, part in zip("01", tree):
                walk(part, prefix + bit)

    walk(heap.pop()[2], "")
    return codes


def lz(data):
    table, word, out = {bytes([i]): i for i in range(256)}, b"", []
    for byte in data:
        both = word + bytes([byte])
        if both in table:
            word = both
        else:
            out.append(table[word])
            table[both] = len(table)
            word = bytes([byte])
    return out + ([table[word]] if word else [])


def unlz(codes):
    table = {i: bytes([i]) for i in range(256)}
    word = table[codes[0]]
    out = bytearray(word)
    for code in codes[1:]:
        entry = table[code] if code in table else word + word[:1]
        out += entry
        table[len(table)] = word + entry[:1]
        word = entry
    return bytes(out)


def queens(n, row=0, cols=frozenset(), up=frozenset(), down=frozenset()):
    if row == n:
        yield ()
        return
    for c in range(n):
        if c not in cols and row + c not in up and row - c not in down:
            for rest in queens(n, row + 1, cols | {c}, up | {row + c}, down | {row - c}):
                yield (c, *rest)


def life(cells):
    counts = {}
    for x, y in cells:
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                if dx or dy:
                    counts[x + dx, y + dy] = counts.get((x + dx, y + dy), 0) + 1
    return {p for p, n in counts.items() if n == 3 or n == 2 and p in cells}


def is_prime(n):
    if n < 4:
        return n > 1
    d, s = n - 1, 0
    while d % 2 == 0:
        d, s = d // 2, s + 1
    for a in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37):
        if a % n == 0:
            continue
        x = pow(a, d, n)
        if x in (1, n - 1):
            continue
        for _ in range(s - 1):
            x = x * x % n
            if x == n - 1:
                break
        else:
            return False
    return True


def lcg(seed):
    while True:
        seed = (seed * 6364136223846793005 + 1442695040888963407) & (2**64 - 1)
        yield seed >> 33


r = lcg(7)
graph = {}
for _ in range(200):
    graph.setdefault(next(r) % 40, {})[next(r) % 40] = next(r) % 100 + 1
best = dijkstra(graph, 0)
print(len(best), sum(best.values()), max(best, key=lambda k: (best[k], k)))
print([h.pop() for h in [Heap(next(r) % 1000 for _ in range(30))] for _ in range(30)])
text = "the quick brown fox jumps over the lazy dog and the other lazy dogs"
codes = huffman(text)
print(sorted(codes.items(), key=lambda kv: (len(kv[1]), kv))[:6], sum(len(codes[c]) for c in text), huffman("aaa"))
packed = lz(text.encode() * 20)
print(len(packed), packed[-5:], unlz(packed) == text.encode() * 20)
print([sum(1 for _ in queens(n)) for n in range(8)], next(queens(8)))
cells = {(1, 0), (2, 1), (0, 2), (1, 2), (2, 2), (9, 9), (9, 10), (9, 11)}
for _ in range(20):
    cells = life(cells)
print(sorted(cells))
p, q = next(n for n in range(2**89 - 1, 2**90) if is_prime(n)), next(n for n in range(10**25, 10**26) if is_prime(n))
e, phi = 65537, (p - 1) * (q - 1)
d = pow(e, -1, phi)
message = int.from_bytes(b"attack at dawn", "big")
secret = pow(message, e, p * q)
print(p, q, secret, pow(secret, d, p * q).to_bytes(14, "big"))
print([n for n in range(60) if is_prime(n)], is_prime(2**127 - 1), is_prime(2**127 + 1))
