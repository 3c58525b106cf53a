# linked list, binary tree, graph algorithms: bfs, dfs, dijkstra, topological order, union-find, components
class Node:
    __slots__ = "value", "next"
    def __init__(self, v, n=None): self.value, self.next = v, n
class LinkedList:
    def __init__(self, it=()):
        self.head, self.size = None, 0
        for v in reversed(list(it)): self.push(v)
    def push(self, v): self.head = Node(v, self.head); self.size += 1
    def __iter__(self):
        n = self.head
        while n: yield n.value; n = n.next
    def __len__(self): return self.size
    def reverse(self):
        prev, n = None, self.head
        while n: n.next, prev, n = prev, n, n.next
        self.head = prev; return self
    def pop(self):
        if not self.head: raise IndexError("pop from empty list")
        v, self.head, self.size = self.head.value, self.head.next, self.size - 1; return v
    def __repr__(self): return " -> ".join(map(str, self)) or "empty"
l = LinkedList("abc"); l.push("z"); print(l, len(l), list(l.reverse()), l.pop(), l, "b" in l, sorted(l), LinkedList())
try: LinkedList().pop()
except IndexError as e: print(e)
class Tree:
    def __init__(self): self.root = None; self.n = 0
    def insert(self, k):
        if self.root is None: self.root = [k, None, None]; self.n = 1; return True
        t = self.root
        while True:
            if k == t[0]: return False
            side = 1 if k < t[0] else 2
            if t[side] is None: t[side] = [k, None, None]; self.n += 1; return True
            t = t[side]
    def __iter__(self):
        stack, t = [], self.root
        while stack or t:
            while t: stack.append(t); t = t[1]
            t = stack.pop(); yield t[0]; t = t[2]
    def height(self, t=0):
        t = self.root if t == 0 else t
        return 0 if t is None else 1 + max(self.height(t[1]), self.height(t[2]))
t = Tree(); print([t.insert(k) for k in (5, 2, 8, 2, 1, 9, 3, 7)], list(t), t.n, t.height(), 7 in t)
class Heap:
    def __init__(self): self.a = []
    def push(self, x):
        a = self.a; a.append(x); i = len(a) - 1
        while i and a[i] < a[(i - 1) // 2]: a[i], a[(i - 1) // 2] = a[(i - 1) // 2], a[i]; i = (i - 1) // 2
    def pop(self):
        a = self.a; top, last = a[0], a.pop()
        if a:
            a[0], i = last, 0
            while (c := 2 * i + 1) < len(a):
                if c + 1 < len(a) and a[c + 1] < a[c]: c += 1
                if a[i] <= a[c]: break
                a[i], a[c] = a[c], a[i]; i = c
        return top
    def __bool__(self): return bool(self.a)
h = Heap(); [h.push(x * 7919 % 101) for x in range(30)]; out = []
while h: out.append(h.pop())
print(out == sorted(out), out[:5])
g = {"a": {"b": 7, "c": 9, "f": 14}, "b": {"c": 10, "d": 15}, "c": {"d": 11, "f": 2}, "d": {"e": 6}, "f": {"e": 9}, "e": {}, "lone": {}}
def dijkstra(g, s):
    dist, prev, h = {s: 0}, {}, Heap(); h.push((0, s))
    while h:
        d, u = h.pop()
        if d > dist[u]: continue
        for v, w in g[u].items():
            if d + w < dist.get(v, float("inf")): dist[v] = d + w; prev[v] = u; h.push((d + w, v))
    return dist, prev
def path(prev, t): return path(prev, prev[t]) + [t] if t in prev else [t]
dist, prev = dijkstra(g, "a"); print(dist, path(prev, "e"), "lone" in dist)
def bfs(g, s):
    seen, queue = {s}, [s]
    for u in queue: queue += [v for v in g[u] if v not in seen and not seen.add(v)]
    return queue
def dfs(g, u, seen=None):
    seen = set() if seen is None else seen; seen.add(u); yield u
    for v in g[u]:
        if v not in seen: yield from dfs(g, v, seen)
def topo(g):
    state, order = {}, []
    def visit(u):
        if state.get(u) == 1: raise ValueError(f"cycle at {u}")
        if u in state: return
        state[u] = 1
        for v in g[u]: visit(v)
        state[u] = 2; order.append(u)
    for u in g: visit(u)
    return order[::-1]
print(bfs(g, "a"), list(dfs(g, "a")), topo(g))
try: topo({"x": ["y"], "y": ["x"]})
except ValueError as e: print(e)
class Union:
    def __init__(self): self.p = {}
    def find(self, x):
        self.p.setdefault(x, x)
        while self.p[x] != x: self.p[x] = self.p[self.p[x]]; x = self.p[x]
        return x
    def join(self, a, b): a, b = self.find(a), self.find(b); self.p[a] = b; return a != b
edges = sorted((w, u, v) for u in g for v, w in g[u].items()); uf = Union(); tree = [(u, v, w) for w, u, v in edges if uf.join(u, v)]
print(tree, sum(w for *_, w in tree), len({uf.find(x) for x in g}))
grid = ["S.#.....", "..#.##.#", "....#..E", "##....#."]
def maze(grid):
    pos = {(r, c): ch for r, row in enumerate(grid) for c, ch in enumerate(row)}; start = next(p for p, ch in pos.items() if ch == "S"); front, steps = {start: None}, [start]
    for r, c in steps:
        if pos[r, c] == "E":
            p, route = (r, c), []
            while p: route.append(p); p = front[p]
            return len(route) - 1, route[::-1][:4]
        for n in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)):
            if pos.get(n, "#") != "#" and n not in front: front[n] = (r, c); steps.append(n)
print(maze(grid))
