# recursion: direct, mutual, through methods, closures, lambdas, generators, accumulators, deep
import sys
def fact(n): return 1 if n < 2 else n * fact(n - 1)
def fib(n, memo={0: 0, 1: 1}):
    if n not in memo: memo[n] = fib(n - 1) + fib(n - 2)
    return memo[n]
def ack(m, n): return n + 1 if m == 0 else ack(m - 1, 1) if n == 0 else ack(m - 1, ack(m, n - 1))
def gcd(a, b): return a if not b else gcd(b, a % b)
def power(b, e): return 1 if e == 0 else power(b * b, e // 2) * (b if e % 2 else 1)
def flatten(x): return [y for e in x for y in flatten(e)] if isinstance(x, (list, tuple)) else [x]
def perms(s): return [s] if len(s) < 2 else [c + p for i, c in enumerate(s) for p in perms(s[:i] + s[i + 1:])]
def subsets(s): return [[]] if not s else (lambda r: r + [[s[0]] + x for x in r])(subsets(s[1:]))
def even(n): return n == 0 or odd(n - 1)
def odd(n): return n != 0 and even(n - 1)
def hanoi(n, a, b, c): return 0 if n == 0 else hanoi(n - 1, a, c, b) + 1 + hanoi(n - 1, c, b, a)
def binsearch(l, x, lo=0, hi=None):
    hi = len(l) if hi is None else hi
    if lo >= hi: return -1
    mid = (lo + hi) // 2
    return mid if l[mid] == x else binsearch(l, x, mid + 1, hi) if l[mid] < x else binsearch(l, x, lo, mid)
def qsort(l): return l if len(l) < 2 else qsort([x for x in l[1:] if x < l[0]]) + [l[0]] + qsort([x for x in l[1:] if x >= l[0]])
def msort(l):
    if len(l) < 2: return l
    a, b = msort(l[:len(l) // 2]), msort(l[len(l) // 2:]); out = []
    while a and b: out.append((a if a[0] <= b[0] else b).pop(0))
    return out + a + b
def collatz(n, d=0): return d if n == 1 else collatz(3 * n + 1 if n % 2 else n // 2, d + 1)
def change(n, coins): return 1 if n == 0 else 0 if n < 0 or not coins else change(n - coins[0], coins) + change(n, coins[1:])
def pal(s): return len(s) < 2 or s[0] == s[-1] and pal(s[1:-1])
def binary(n): return "" if n == 0 else binary(n // 2) + str(n % 2)
def depth(x): return 1 + max(map(depth, x), default=0) if isinstance(x, list) else 0
def pascal(n): return [1] if n == 0 else (lambda p: [1] + [a + b for a, b in zip(p, p[1:])] + [1])(pascal(n - 1))
print(fact(30), fib(100), ack(2, 5), gcd(1071, 462), power(3, 50), flatten([1, [2, (3, [4])], []]), perms("abc"), subsets([1, 2, 3]))
print(even(100), odd(7), hanoi(8, "a", "b", "c"), binsearch(list(range(0, 100, 3)), 42), binsearch([1, 2], 5), qsort([3, 1, 2, 3, 0]), msort([5, 2, 9, 1]), collatz(27), change(50, [25, 10, 5, 1]), pal("racecar"), pal("ab"), binary(37), depth([1, [2, [3]], []]), pascal(6))
class Node:
    def __init__(self, v, *kids): self.v, self.kids = v, kids
    def total(self): return self.v + sum(k.total() for k in self.kids)
    def depth(self): return 1 + max((k.depth() for k in self.kids), default=0)
    def find(self, v):
        if self.v == v: return [v]
        for k in self.kids:
            if p := k.find(v): return [self.v, *p]
    def __iter__(self):
        yield self.v
        for k in self.kids: yield from k
    def map(self, f): return Node(f(self.v), *(k.map(f) for k in self.kids))
    def __repr__(self): return f"{self.v}{list(self.kids) if self.kids else ''}"
t = Node(1, Node(2, Node(4), Node(5, Node(6))), Node(3)); print(t, t.total(), t.depth(), t.find(6), t.find(9), list(t), t.map(lambda v: v * 10))
Y = lambda f: (lambda x: x(x))(lambda x: f(lambda *a: x(x)(*a))); print(Y(lambda me: lambda n: 1 if n == 0 else n * me(n - 1))(20), (lambda s: s(s, 10))(lambda s, n: 0 if not n else n + s(s, n - 1)))
def outer(n):
    def inner(k): return [k] + inner(k - 1) if k else outer(n - 1) if n else []
    return inner(n)
print(outer(3))
sys.setrecursionlimit(50000)
def down(n): return 0 if n == 0 else 1 + down(n - 1)
def walk(l): return 0 if l is None else 1 + walk(l[1])
chain = None
for i in range(20000): chain = (i, chain)
print(down(30000), walk(chain), even(20000))
def gen(n):
    if n: yield from gen(n - 1)
    yield n
print(sum(gen(500)))
def trace(fn, depth=[0]):
    def w(*a):
        depth[0] += 1; out.append("  " * depth[0] + f"{fn.__name__}{a}")
        try: return fn(*a)
        finally: depth[0] -= 1
    return w
out = []
@trace
def f(n): return n if n < 2 else f(n - 1) + f(n - 2)
print(f(4)); print(*out, sep="\n")
