# if/elif chains, truth of every kind of object, conditional expressions, comparison chains in conditions, pass and ellipsis bodies
class T:
    def __init__(self, v): self.v = v
    def __bool__(self): return self.v
class L:
    def __len__(self): return 0
class Both:
    def __bool__(self): return True
    def __len__(self): return 0
def truth(x):
    if x: return 1
    return 0
print([truth(v) for v in (0, 1, -1, 0.0, -0.0, 1e-300, float("nan"), 0j, 1j, "", " ", "0", b"", b"\0", [], [0], (), ((),), {}, {0: 0}, set(), {0}, frozenset(), range(0), range(1), None, ..., NotImplemented if False else 1, T(True), T(False), L(), Both(), object(), int, len, lambda: 0, 10 ** 40, False, True, bytearray(), memoryview(b""))])
def grade(n):
    if n >= 90: return "A"
    elif n >= 80: return "B"
    elif 70 <= n < 80: return "C"
    elif n < 0 or n > 100: return "?"
    else: return "F"
print([grade(n) for n in (95, 90, 85, 75, 70, 69, -5, 200)])
def nested(a, b):
    if a:
        if b: return "ab"
        else: return "a"
    elif b: return "b"
    return ""
print([nested(a, b) for a in (0, 1) for b in (0, 1)])
print(1 if 0 else 2 if 0 else 3, (1 if [] else 2) if 1 else 3, "yes" if not None else "no", [x if x % 2 else -x for x in range(5)], (lambda v: "neg" if v < 0 else "zero" if not v else "pos")(-1))
def f(): ...
def g(): pass
class E: ...
print(f(), g(), E().__class__.__name__)
x = 5
print(1 < x < 10 > 3, not 1 < x < 3, x == 5 == 5.0, (x < 3) is False, x > 3 and "big" or "small", x < 3 and "big" or "small", None or 0 or [] or "last", 1 and 2 and 3, not (x and 0), x is x is not None, x in (1, 5) and x not in [2])
if x == 5 and (y := x * 2) and not y == 11 or z: print("short", y)
if (lambda: False)(): pass
elif (lambda: True)(): print("elif lambda")
else: print("no")
def calls(n, r, log=[]): log.append(n); return r
if calls("a", 0) or calls("b", 1) and calls("c", 0) or calls("d", 1): print(calls.__defaults__[0])
if 0: print("never")
if 1: print("always")
if "": pass
elif None: pass
else: print("else of empties")
if True if x else False: print("ternary condition")
if not x: print("no")
elif not not x: print("double not")
while x:
    x -= 1
    if x == 3: continue
    if not x % 2: print(x, end=" ")
    elif x == 1: break
print(x)
assert (1 if x else 0) == 1 and (2, 3)[x > 5] == 2
print([i for i in range(10) if (i % 2 == 0 if i < 5 else i % 3 == 0)], sum(1 for i in range(20) if i % 2 and i % 3 or i == 6), {k: ("even" if k % 2 == 0 else "odd") for k in range(3)})
