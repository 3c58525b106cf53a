"""deque: ends, middle, maxlen, errors, iterators, changes while it is looked at."""
from _collections import deque


def attempt(f, *args, **kw):
    try:
        print(f(*args, **kw))
    except Exception as e:
        print(type(e).__name__, e)


d = deque("abc")
d.append("d")
d.appendleft("z")
print(d, len(d), d[0], d[-1], d[2], d.pop(), d.popleft(), list(d), list(reversed(d)))
attempt(deque().pop)
attempt(deque().popleft)
m = deque(range(10), 3)
m.append(10)
m.appendleft(1)
print(m, m.maxlen, d.maxlen, deque(maxlen=0), deque([1, 2], maxlen=0))
attempt(deque, 5)
attempt(deque, [], -1)
attempt(deque, [], "a")
attempt(deque, 1, 2, 3)
d = deque(range(20))
for n in (3, -5, 20, 21, -47, 1000, 0):
    d.rotate(n)
    print(list(d))
d.rotate()
print(d)
del d[3]
del d[-2]
d[5] = "x"
d.insert(2, "i")
d.insert(-1, "j")
d.insert(100, "k")
d.insert(-100, "l")
print(d)
attempt(m.insert, 0, 1)
attempt(d.__getitem__, 100)
attempt(lambda: d["a"])
attempt(lambda: d[1:2])
print(d.index("x"), d.count(5), "x" in d, "q" in d)
attempt(d.index, "q")
attempt(d.index, "x", 10)
attempt(d.remove, "q")
d.remove("x")
d.reverse()
print(d)
d.extend([1, 2])
d.extendleft([3, 4])
d.extend(d)
print(len(d), list(d)[:4])
print(deque("ab") + deque("cd"), deque("ab") * 3, 2 * deque("a"), deque("abc", 4) * 3)
e = deque("ab")
e *= 2
e += "xy"
print(e, e.copy(), e.copy() == e, e < deque("b"), deque("ab") <= deque("abc"), deque("a") != deque("b"), e == list(e))
attempt(lambda: deque() + [1])
e.append(e)
print(e, deque([1], 3))
attempt(hash, e)
try:
    for x in d:
        d.append(1)
except RuntimeError as err:
    print(err)
it = iter(deque("abc"))
next(it)
print(it.__length_hint__(), it.__reduce__()[1], type(it).__name__, type(it))
print(deque("abc", 5).__reduce__()[:3], deque("a").__reduce__()[1:3])


class Evil:
    def __init__(self, d):
        self.d = d

    def __eq__(self, other):
        self.d.clear()
        return False


for what in ("index", "remove", "count", "__contains__"):
    q = deque()
    q.extend([Evil(q), Evil(q)])
    attempt(getattr(q, what), 3)


class Sub(deque):
    def __init__(self, *args, note=None, **kw):
        super().__init__(*args, **kw)
        self.note = note


s = Sub("abc", note=5, maxlen=4)
s.other = 1
print(s, s.note, s.copy(), type(s.copy()).__name__, s + s)
total = 0
q = deque()
for i in range(20000):
    q.append(i)
    if i % 3 == 0:
        total += q.popleft()
print(total, len(q))
