"""An LRU cache: a dict and a doubly linked list of objects."""


class Entry:
    __slots__ = ("key", "value", "before", "after")

    def __init__(self, key, value):
        self.key = key
        self.value = value
        self.before = self.after = None


class Cache:
    def __init__(self, size):
        self.size = size
        self.map = {}
        self.head = Entry(None, None)
        self.head.before = self.head.after = self.head
        self.hits = self.misses = 0

    def unlink(self, entry):
        entry.before.after = entry.after
        entry.after.before = entry.before

    def push(self, entry):
        head = self.head
        entry.after = head.after
        entry.before = head
        head.after.before = entry
        head.after = entry

    def get(self, key, make):
        entry = self.map.get(key)
        if entry is not None:
            self.hits += 1
            self.unlink(entry)
            self.push(entry)
            return entry.value
        self.misses += 1
        if len(self.map) >= self.size:
            last = self.head.before
            self.unlink(last)
            del self.map[last.key]
        entry = Entry(key, make(key))
        self.map[key] = entry
        self.push(entry)
        return entry.value


def main():
    cache = Cache(500)
    seed = 1
    total = 0
    for _ in range(400000):
        seed = (seed * 1664525 + 1013904223) % 4294967296
        total += cache.get((seed >> 16) % 700, lambda k: k * k)
    print(cache.hits, cache.misses, total)


main()
