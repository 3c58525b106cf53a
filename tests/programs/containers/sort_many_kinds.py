"""Long lists of one kind of key: order, stability and reverse, whatever the kind."""


class Source:
    def __init__(self):
        self.state = 99

    def next(self, n):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % (1 << 64)
        return (self.state >> 33) % n


def digest(items):
    total = 0
    for i, item in enumerate(items):
        total = (total * 1000003 + i + item) % 2305843009213693951
    return total


def show(name, keys):
    """Where each key went, so that equal ones and both zeros are told apart."""
    order = list(range(len(keys)))
    print(name, len(keys), digest(sorted(order, key=lambda i: keys[i])),
          digest(sorted(order, key=lambda i: keys[i], reverse=True)))
    plain, back = sorted(keys), sorted(keys, reverse=True)
    print("  ", repr(plain[0]), repr(plain[len(plain) // 2]), repr(plain[-1]), repr(back[1]), plain == back[::-1],
          plain == [keys[i] for i in sorted(order, key=lambda i: keys[i])])


def words(source, n, letters, longest):
    out = []
    for _ in range(n):
        out.append("".join([letters[source.next(len(letters))] for _ in range(source.next(longest + 1))]))
    return out


def main():
    source = Source()
    for n in (130, 1000, 6100):
        show("few ints", [source.next(7) - 3 for _ in range(n)])
        show("ints", [source.next(1 << 30) - (1 << 29) for _ in range(n)])
        show("wide ints", [(source.next(1 << 31) - (1 << 30)) << source.next(31) for _ in range(n)])
        show("big ints too", [source.next(1 << 31) << (source.next(3) * 31) for _ in range(n)])
        show("floats", [(source.next(2001) - 1000) / 8 * 10.0 ** (source.next(40) - 20) for _ in range(n)])
        show("zeros", [(0.0, -0.0, 1.5, -1.5)[source.next(4)] for _ in range(n)])
        show("infinities", [(float("inf"), float("-inf"), 1e308, -1e308, 5e-324)[source.next(5)] for _ in range(n)])
        show("ints and floats", [source.next(100) if source.next(2) else source.next(100) / 2 for _ in range(n)])
        show("short strs", words(source, n, "ab", 3))
        show("long strs", words(source, n, "ab", 30))
        show("one beginning", ["a common beginning " + w for w in words(source, n, "xyz\0", 12)])
        show("latin", words(source, n, "aé\xff\0", 10))
        show("wider", words(source, n, "aé\u20ac", 10))
        show("equal strs", ["same"] * n)
        show("numbers as strs", [str(source.next(100000)) for _ in range(n)])
        show("sorted with a tail", list(range(n)) + [source.next(n) for _ in range(20)])
        show("two runs", list(range(0, n, 2)) + list(range(1, n, 2)))
        show("falling", list(range(n, 0, -1)))
        show("bools", [source.next(2) == 1 for _ in range(n)])
        show("tuples", [(source.next(5), source.next(50)) for _ in range(n)])
        show("tuples with strs", [(-source.next(5), w) for w in words(source, n, "abc", 4)])
        show("tuples of lengths", [(source.next(3),) * source.next(4) for _ in range(n)])
    nan = float("nan")
    mixed = [nan if source.next(10) == 0 else source.next(50) / 4 for _ in range(500)]
    mixed.sort()
    print([str(x) for x in mixed[:40]], mixed.count(1.25))


main()
