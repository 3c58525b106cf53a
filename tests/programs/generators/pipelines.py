# generators as producers, filters, coroutines, infinite streams, schedulers, permutations
def count(n=0, step=1):
    while True: yield n; n += step
def take(n, it):
    if n <= 0: return
    for v in it:
        yield v
        n -= 1
        if not n: return
def primes():
    seen = []
    for n in count(2):
        if all(n % p for p in seen if p * p <= n): seen.append(n); yield n
print(list(take(5, count(10, 3))), list(take(15, primes())), list(take(0, count())))
def chain(*its):
    for it in its: yield from it
def zipl(a, b, fill=None):
    a, b = iter(a), iter(b); miss = object()
    while True:
        x, y = next(a, miss), next(b, miss)
        if x is miss and y is miss: return
        yield (fill if x is miss else x), (fill if y is miss else y)
def group(it, key):
    cur, items = None, []
    for v in it:
        k = key(v)
        if items and k != cur: yield cur, items; items = []
        cur = k; items.append(v)
    if items: yield cur, items
def window(it, n):
    w = []
    for v in it:
        w.append(v)
        if len(w) == n: yield tuple(w); del w[0]
print(list(chain("ab", [1], (), {2: 3})), list(zipl("abc", [1], "-")), list(group([1, 3, 2, 4, 5], lambda v: v % 2)), list(window(range(5), 3)))
def perms(xs):
    if len(xs) < 2: yield list(xs); return
    for i in range(len(xs)):
        for p in perms(xs[:i] + xs[i + 1:]): yield [xs[i]] + p
def combos(xs, k):
    if k == 0: yield (); return
    for i in range(len(xs) - k + 1):
        for c in combos(xs[i + 1:], k - 1): yield (xs[i],) + c
def powerset(xs):
    if not xs: yield []
    else:
        for p in powerset(xs[1:]): yield p; yield [xs[0]] + p
print([''.join(p) for p in perms("abc")], list(combos("abcd", 2)), sorted(powerset([1, 2, 3])), sum(1 for _ in perms(list(range(6)))))
def averager():
    total = n = 0; avg = None
    while True:
        v = yield avg
        if v is None: return total, n
        total += v; n += 1; avg = total / n
a = averager(); next(a); print([a.send(v) for v in (10, 20, 60)])
try: a.send(None)
except StopIteration as e: print(e.value)
def sched(tasks):
    queue = [(n, t) for n, t in tasks.items()]; trace = []
    while queue:
        n, t = queue.pop(0)
        try: trace.append(f"{n}:{next(t)}")
        except StopIteration as e: trace.append(f"{n} done {e.value}")
        else: queue.append((n, t))
    return trace
def task(k):
    for i in range(k): yield i
    return k * k
print(sched({"a": task(2), "b": task(0), "c": task(3)}))
def grep(pat, out):
    try:
        while True:
            line = yield
            if pat in line: out.append(line)
    except GeneratorExit: out.append("bye")
out = []; gr = grep("x", out); next(gr)
for l in ("ax", "b", "xc"): gr.send(l)
gr.close(); print(out)
def hanoi(n, a="A", b="B", c="C"):
    if n: yield from hanoi(n - 1, a, c, b); yield a + c; yield from hanoi(n - 1, b, a, c)
print(list(hanoi(3)), sum(1 for _ in hanoi(10)))
def collatz(n):
    while n != 1: yield n; n = n // 2 if n % 2 == 0 else 3 * n + 1
    yield 1
print(list(collatz(6)), max(range(1, 200), key=lambda n: sum(1 for _ in collatz(n))))
def pascal():
    row = [1]
    while True: yield row; row = [1] + [a + b for a, b in zip(row, row[1:])] + [1]
print(list(take(6, pascal())))
class Tree:
    def __init__(self, v, *kids): self.v, self.kids = v, kids
    def __iter__(self):
        yield self.v
        for k in self.kids: yield from k
    def levels(self):
        level = [self]
        while level: yield [t.v for t in level]; level = [k for t in level for k in t.kids]
t = Tree(1, Tree(2, Tree(4)), Tree(3)); print(list(t), list(t.levels()), 3 in t, sum(t), *t)
