# for loops close generators held by nothing else on every exit; held ones stay open
log = []
def g(n, name="g"):
    try:
        for i in range(n): yield i
    finally: log.append("close " + name)
def show(*v): print(*v, "<-", *log); log.clear()
for x in g(3): pass
show(x)
for x in g(3):
    if x == 1: break
show(x)
for x in g(3): continue
else: log.append("else")
show(x)
def ret():
    for x in g(5):
        if x == 2: return x
show(ret())
def exc():
    for x in g(5):
        if x == 1: 1 // 0
try: exc()
except ZeroDivisionError: pass
show("exc")
held = g(3, "held")
for x in held: break
show("held open"); show(list(held)); held = None
def nested():
    for x in g(3, "a"):
        for y in g(3, "b"):
            if y == 1: break
        log.append(f"x{x}")
        if x == 1: return "out"
show(nested())
def fin():
    for x in g(3):
        try: return x
        finally: log.append("finally")
show(fin())
def cont():
    for x in g(2, "o"):
        for y in g(2, "i"): 
            if y: continue
show(cont())
def consumer():
    for x in g(4, "inner"): yield x
for y in consumer():
    if y == 1: break
show("chain")
def yf(): 
    yield from g(3, "yf")
for y in yf(): break
show("yield from")
it = iter([1, 2, 3, 4])
for x in it: break
show(list(it))
l = [next(g(2)) for _ in range(1)]; log.clear()
a, b = g(2); show(a, b)
try: a, b = g(3)
except ValueError as e: log.clear(); print(e)
print(sum(g(4)), max(g(3)), list(g(2)), tuple(g(2)), set(g(2)), dict.fromkeys(g(2))); show()
print(1 in g(4)); log.clear(); print(any(g(3)), all(g(3))); log.clear()
class It:
    def __init__(self): self.i = 0
    def __iter__(self): return self
    def __next__(self): self.i += 1; return self.i
    def close(self): log.append("never called")
for x in It():
    if x > 2: break
show(x)
l = [1, 2, 3]
for v in l:
    if v < 3: l.append(v + 10)
    if len(l) > 8: break
print(l)
d = {1: 1}
try:
    for k in d: d[k + 1] = 1
except RuntimeError as e: print(e)
s = {1}
try:
    for k in s: s.add(k + 1)
except RuntimeError as e: print(e)
for i in range(3): i += 10; print(i, end=" ")
for i in (): pass
print(i)
for x in [[1, 2], [3, 4]]:
    for x in x: pass
print(x)
for bad in (5, None, int, len):
    try:
        for _ in bad: pass
    except TypeError as e: print(e)
