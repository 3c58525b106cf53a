# LRU cache, event queue simulation, priority scheduling, memoising decorator, observer, undo stack
class LRU:
    def __init__(self, n): self.n, self.d, self.hits, self.misses = n, {}, 0, 0
    def __getitem__(self, k):
        v = self.d.pop(k); self.d[k] = v; return v
    def __setitem__(self, k, v):
        self.d.pop(k, None); self.d[k] = v
        if len(self.d) > self.n: del self.d[next(iter(self.d))]
    def __contains__(self, k): return k in self.d
    def get(self, k, make):
        if k in self: self.hits += 1; return self[k]
        self.misses += 1; self[k] = v = make(k); return v
    def __repr__(self): return f"LRU({self.d})"
c = LRU(3)
for k in "abcadbae": c.get(k, str.upper)
print(c, c.hits, c.misses, "a" in c, "b" in c)
try: c["zz"]
except KeyError as e: print("miss", e)
def memo(size):
    def deco(fn):
        cache = LRU(size)
        def w(*a, **k): return cache.get((a, tuple(sorted(k.items()))), lambda _: fn(*a, **k))
        w.cache = cache; w.__name__ = fn.__name__; return w
    return deco
@memo(100)
def grid(r, c): return 1 if r == 0 or c == 0 else grid(r - 1, c) + grid(r, c - 1)
@memo(2)
def kw(a, b=1): return a, b
print(grid(30, 30), grid.cache.misses, grid.__name__, kw(1, b=2), kw(1, b=2), kw(b=2, a=1), kw(3), kw.cache.hits, len(kw.cache.d))
class Simulation:
    def __init__(self): self.now, self.queue, self.seq, self.trace = 0, [], 0, []
    def at(self, delay, fn, *a): self.seq += 1; self.queue.append((self.now + delay, self.seq, fn, a)); self.queue.sort(key=lambda e: e[:2])
    def run(self, until):
        while self.queue and self.queue[0][0] <= until: self.now, _, fn, a = self.queue.pop(0); fn(*a)
        return self.now
    def log(self, *a): self.trace.append((self.now, *a))
sim = Simulation()
def customer(name, patience): sim.log(name, "arrives"); line.append(name); sim.at(0, serve); sim.at(patience, leave, name)
def serve():
    global busy
    if line and not busy: busy = line.pop(0); sim.log(busy, "served"); sim.at(4, done)
def done():
    global busy
    sim.log(busy, "done"); busy = None; serve()
def leave(name):
    if name in line: line.remove(name); sim.log(name, "gives up")
line, busy = [], None
for i, (n, t, p) in enumerate([("Ann", 0, 9), ("Bob", 1, 2), ("Cy", 2, 9), ("Di", 3, 9), ("Ed", 20, 1)]): sim.at(t, customer, n, p)
print(sim.run(15), sim.trace, len(sim.queue)); print(sim.run(100), sim.trace[-3:])
class Signal:
    def __init__(self): self.slots = []
    def connect(self, f): self.slots.append(f); return f
    def __call__(self, *a, **k):
        out = []
        for f in list(self.slots):
            try: out.append(f(*a, **k))
            except Exception as e: out.append(repr(e))
        return out
    __iadd__ = lambda self, f: (self.connect(f), self)[1]
    def __isub__(self, f): self.slots.remove(f); return self
s = Signal(); s += str.upper; s += len
@s.connect
def bad(x): raise ValueError("slot " + x)
@s.connect
def self_removing(x):
    global s
    s -= self_removing
    return "once"
print(s("abc"), s("de"))
class Editor:
    def __init__(self): self.text, self.undo_, self.redo_ = "", [], []
    def do(self, fn, inverse): self.redo_.clear(); fn(); self.undo_.append((fn, inverse)); return self
    def insert(self, i, t):
        def fn(): self.text = self.text[:i] + t + self.text[i:]
        def inv(): self.text = self.text[:i] + self.text[i + len(t):]
        return self.do(fn, inv)
    def delete(self, i, n):
        gone = self.text[i:i + n]
        def fn(): self.text = self.text[:i] + self.text[i + n:]
        def inv(): self.text = self.text[:i] + gone + self.text[i:]
        return self.do(fn, inv)
    def undo(self): p = self.undo_.pop(); p[1](); self.redo_.append(p); return self
    def redo(self): p = self.redo_.pop(); p[0](); self.undo_.append(p); return self
e = Editor(); e.insert(0, "hello world").delete(0, 6).insert(5, "!"); print(e.text, e.undo().text, e.undo().text, e.redo().text, e.redo().text)
try: e.undo().undo().undo().undo()
except IndexError as x: print(x, repr(e.text))
