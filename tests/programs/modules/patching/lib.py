LIMIT = 3
class Thing:
    name = "thing"
    def __str__(self): return self.name
def step(n): return n + 1
def total(n): return sum(step(i) for i in range(n))
def limit(): return LIMIT
def __getattr__(name):
    if name.startswith("no"): raise AttributeError(f"lib has no {name!r}")
    return "made " + name
