"""heapq and bisect: orders, errors, keys, comparisons that change the list."""
import _bisect
import _heapq
from _bisect import bisect_left, bisect_right, insort_left, insort_right
from _heapq import (_heapify_max, _heappop_max, _heapreplace_max, heapify, heappop, heappush, heappushpop, heapreplace)


def attempt(f, *args, **kw):
    try:
        print(f(*args, **kw))
    except Exception as e:
        print(type(e).__name__, e)


data = [(i * 7919) % 1009 for i in range(300)]
h = list(data)
heapify(h)
print(h[:40])
print([heappop(h) for _ in range(300)] == sorted(data), h)
for x in data[:50]:
    heappush(h, x)
print(h)
print(heappushpop(h, 5), heappushpop(h, -1), heapreplace(h, 10 ** 30), heapreplace(h, 2.5), h)
m = list(data[:30])
_heapify_max(m)
print(m, _heappop_max(m), _heapreplace_max(m, 3), m)
print(heappushpop([], 3))
for f in (heappop, heapify, _heappop_max, _heapify_max):
    attempt(f, 5)
    attempt(f, [])
attempt(heappush, (), 1)
attempt(heapreplace, [], 1)
attempt(heapreplace, {}, 1)
attempt(heappush, [1], "a")
attempt(heappush, [1])
attempt(heapify, [1, "a", None])


class Evil:
    def __init__(self, h):
        self.h = h

    def __lt__(self, other):
        self.h.clear()
        return True


for f in (heapify, heappop, lambda h: heappush(h, Evil(h)), lambda h: heapreplace(h, Evil(h))):
    h = []
    h.extend(Evil(h) for _ in range(6))
    attempt(f, h)

a = sorted(data)
print([bisect_left(a, x) for x in (-1, 0, 5, 500, 5000, 2.5)], [bisect_right(a, x) for x in (-1, 0, 5, 500, 5000, 2.5)])
print(bisect_left([1, 2, 2, 3], 2), bisect_right([1, 2, 2, 3], 2), bisect_left("abcd", "c"), bisect_left(range(100), 42), bisect_left(a, 5, 3, 9))
words = ["pear", "fig", "apple"]
ranked = sorted(words, key=len)
insort_left(ranked, "kiwi", key=len)
insort_right(ranked, "plum", key=len)
insort_right(ranked, "nut", lo=0, hi=2, key=len)
print(ranked, bisect_left(ranked, 4, key=len), bisect_right(ranked, 4, key=len))
attempt(bisect_left, [1], 2, -1)
attempt(bisect_left, [1, 2], 9, 0, 10)
attempt(bisect_left, 5, 1)
attempt(bisect_left, [1, 2], "a")
attempt(bisect_left, [1])
attempt(insort_left, (1, 2), 1)
attempt(bisect_right, [1], 1, hi="x")
attempt(bisect_right, [1, 2], 1, key=lambda v: 1 / 0)


class Seq:
    def __len__(self):
        return 10 ** 15

    def __getitem__(self, i):
        return i

    def insert(self, i, x):
        print("insert", i, x)


print(bisect_left(Seq(), 10 ** 9))
insort_right(Seq(), 77)
