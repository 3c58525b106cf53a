# order of evaluation: chained comparison, and/or/not, conditional expressions
log = []
class V:
    def __init__(self, n, v): self.n, self.v = n, v
    def cmp(self, op, o, r): log.append(f"{self.n}{op}{getattr(o, 'n', o)}"); return r
    def __lt__(self, o): return self.cmp("<", o, self.v < o.v)
    def __le__(self, o): return self.cmp("<=", o, self.v <= o.v)
    def __eq__(self, o): return self.cmp("==", o, self.v == o.v)
    def __ne__(self, o): return self.cmp("!=", o, self.v != o.v)
    def __gt__(self, o): return self.cmp(">", o, self.v > o.v)
    def __contains__(self, o): return self.cmp(" has ", o, True)
    __hash__ = None
class B:
    def __init__(self, n, b): self.n, self.b = n, b
    def __bool__(self): log.append("bool" + self.n); return self.b
    def __repr__(self): return self.n
    def __lt__(self, o): log.append(f"{self.n}<{o.n}"); return B(f"({self.n}<{o.n})", self.b)
def v(n, x): log.append(n); return V(n, x)
def b(n, x): log.append(n); return B(n, x)
def show(r): print(r, "<-", *log); log.clear()
show(v("a", 1) < v("b", 2) < v("c", 3)); show(v("a", 3) < v("b", 2) < v("c", 3)); show(v("a", 1) < v("b", 2) > v("c", 1) == v("d", 1) != v("e", 2))
show(v("a", 1) in v("b", 1) in v("c", 1)); show(v("a", 1) not in v("b", 2)); show(v("a", 1) is v("b", 1) is v("c", 1)); show(1 < v("a", 1).v <= 1 < 2)
show(b("x", 1) < b("y", 1) < b("z", 1)); show(b("x", 0) < b("y", 1) < b("z", 1))
show(b("x", 1) and b("y", 0) and b("z", 1)); show(b("x", 0) or b("y", 1) or b("z", 0)); show(not b("x", 1)); show(not not b("x", 1))
show(b("x", 1) and b("y", 0) or b("z", 1)); show((b("x", 0) or b("y", 0)) and b("z", 1)); show(b("x", 1) if b("c", 0) else b("z", 1))
show(b("x", 1) if b("c", 0) or b("d", 1) else b("z", 1)); show([i for i in (b("p", 1), b("q", 0)) if i and not b("r", 0)])
if b("x", 1) < b("y", 1) and not b("w", 0): log.append("then")
else: log.append("else")
show("if")
k = 0
while b("w", k < 2) and (k := k + 1): log.append(str(k))
show("while")
show(any(b(n, 0) for n in "ab")); show(all(b(n, n == "a") for n in "abc"))
class BadBool:
    def __bool__(self): return 2
class BadLen:
    def __len__(self): return -1
class LenStr:
    def __len__(self): return "x"
class Boom:
    def __bool__(self): raise ValueError("boom")
class Zero:
    def __len__(self): return 0
for o in (BadBool(), BadLen(), LenStr(), Boom(), Zero()):
    for f in (bool, lambda o: not o, lambda o: o and 1, lambda o: 1 if o else 2, lambda o: o or "or"):
        try: print(f(o) if f(o) is not o else "same", end=", ")
        except Exception as e: print(type(e).__name__, e, end=", ")
    print()
n = 5
print(1 < n < 10, 1 < n > 3, 1 == 1.0 == True, 3 > 2 >= 2 != 3, "a" in "abc" in ["abc"], not 1 == 2, (not 1) == 0, 1 < 2 is True, [] is [] or 5)
def side(x):
    log.append(x)
    return x
show(side(1) < side(3) > side(2) < side(1) < side(9)); show(side(0) or side("") or side(())); show(side(1) and side([]) and side(3))
assert side(1) < side(2), side("msg"); show("assert")
try: assert side(2) < side(1), side("msg")
except AssertionError as e: show(repr(e))
