# rich comparison: defaults, NotImplemented, reflection, containers using ==, ordering errors, identity shortcuts
class E:
    def __init__(self, v): self.v = v
    def __eq__(self, o): return self.v == o.v if isinstance(o, E) else NotImplemented
    def __repr__(self): return f"E{self.v}"
class Lt:
    def __init__(self, v): self.v = v
    def __lt__(self, o): return self.v < o.v
    def __repr__(self): return f"L{self.v}"
class Total(Lt):
    def __le__(self, o): return self.v <= o.v
    def __eq__(self, o): return self.v == o.v
    def __hash__(self): return hash(self.v)
class Weird:
    def __eq__(self, o): return "eq!"
    def __ne__(self, o): return []
    def __lt__(self, o): return None
    def __gt__(self, o): return 5
def t(*fs):
    for f in fs:
        try: print(f(), end="; ")
        except Exception as e: print(f"{type(e).__name__}: {e}", end="; ")
    print()
a, b = Lt(1), Lt(2)
t(lambda: a < b, lambda: a > b, lambda: b > a, lambda: a <= b, lambda: a >= b, lambda: a == b, lambda: a != b, lambda: a == a, lambda: sorted([b, a]), lambda: max(a, b), lambda: min([b, a]), lambda: [a, b] < [b], lambda: (a,) < (b,), lambda: [a] < [a], lambda: (a, 1) <= (a, 2))
t(lambda: E(1) == E(1), lambda: E(1) != E(1), lambda: E(1) == 1, lambda: 1 == E(1), lambda: E(1) in [E(2), E(1)], lambda: [E(1)].index(E(1)), lambda: [E(1), E(1)].count(E(1)), lambda: hash(E(1)), lambda: {E(1)}, lambda: {E(1): 1}, lambda: E(1) < E(2), lambda: [E(1)] == [E(1)], lambda: (E(1), 2) != (E(1), 2), lambda: {"a": E(1)} == {"a": E(1)}, lambda: [E(2), E(1)].remove(E(1)))
t(lambda: Weird() == 1, lambda: Weird() != 1, lambda: 1 == Weird(), lambda: Weird() < 1, lambda: 1 > Weird(), lambda: 1 < Weird(), lambda: [Weird()] == [1], lambda: 1 in [Weird()], lambda: not Weird() == 1, lambda: Weird() <= 1, lambda: not (Weird() != 2))
t(lambda: 1 < "a", lambda: [] < (), lambda: None < None, lambda: {} < {}, lambda: 1j < 2j, lambda: object() < 1, lambda: sorted([1, "a"]), lambda: max([1, None]), lambda: min("a", 1), lambda: [1, "a"] < [1, 2], lambda: [1, 2] < [1, 2, "x"], lambda: (1, None) < (2, None), lambda: {1} < {1, 2}, lambda: {1} < [1], lambda: b"a" < "a", lambda: b"a" == "a", lambda: range(3) < range(4), lambda: int < str, lambda: len < abs, lambda: ... < 1, lambda: slice(1) < slice(2), lambda: 1 < None, lambda: "" >= 0.5, lambda: [1] > 1, lambda: sorted([[1], ["a"]]), lambda: sorted({1: 2, "a": 3}))
t(lambda: sorted([Total(3), Total(1)]), lambda: Total(1) >= Total(1), lambda: Total(1) > Total(0), lambda: len({Total(1), Total(1)}), lambda: Total(1) <= Total(1) < Total(2))
n = float("nan")
t(lambda: n == n, lambda: n != n, lambda: n in [n], lambda: [n] == [n], lambda: (n,) == (n,), lambda: n < 1, lambda: 1 < n, lambda: {n: 1}[n], lambda: [n].index(n), lambda: [n].count(n), lambda: max(n, 1) is n, lambda: max(1, n), lambda: sorted([2, 1, n]))
t(lambda: True == 1, lambda: 1.0 == 1, lambda: 1 == 1 + 0j, lambda: "a" == b"a", lambda: [1] == (1,), lambda: {1} == frozenset({1}), lambda: {1: 2} == {1.0: 2.0}, lambda: range(0) == range(5, 5), lambda: range(0, 10, 3) == range(0, 12, 3), lambda: 10 ** 30 == 1e30, lambda: 2 ** 53 + 1 == float(2 ** 53), lambda: 2 ** 53 + 1 > float(2 ** 53), lambda: 0.1 + 0.2 == 0.3, lambda: -0.0 == 0.0, lambda: float("inf") > 10 ** 400, lambda: float("-inf") < -10 ** 400, lambda: True < 2, lambda: "Z" < "a", lambda: "ab" < "b", lambda: "" < "a", lambda: (1, 2) < (1, 2, 0), lambda: [3] > [2, 9])
class NoEq:
    __eq__ = None
class Hash: 
    __hash__ = None
class OnlyHash:
    def __hash__(self): return 5
class BadHash:
    def __hash__(self): return "x"
class BigHash:
    def __hash__(self): return 2 ** 100
class NegHash:
    def __hash__(self): return -1
class RaiseHash:
    def __hash__(self): raise ValueError("no hash")
t(lambda: NoEq() == 1, lambda: hash(Hash()), lambda: {Hash()}, lambda: hash(OnlyHash()), lambda: hash(BadHash()), lambda: hash(BigHash()) == hash(2 ** 100), lambda: hash(NegHash()), lambda: {RaiseHash(): 1}, lambda: hash([]), lambda: hash(([],)), lambda: {[]: 1}, lambda: {}[{}], lambda: {1} in {1}, lambda: {1} in {frozenset({1})}, lambda: hash({}), lambda: hash(slice(1)), lambda: hash(set()), lambda: hash(bytearray()), lambda: hash(1) == hash(1.0) == hash(True), lambda: hash("a") == hash("a"), lambda: isinstance(hash(object()), int), lambda: NoEq.__hash__)
class R:
    def __lt__(self, o): return NotImplemented
    def __gt__(self, o): return "R.gt"
class RS(R):
    def __gt__(self, o): return "RS.gt"
t(lambda: R() < R(), lambda: R() < RS(), lambda: 5 < R(), lambda: R() <= R(), lambda: R() > 5, lambda: R().__lt__(1), lambda: (5).__lt__("x"), lambda: object().__eq__(1), lambda: "a".__eq__(1), lambda: object.__ne__(1, 2), lambda: (1).__eq__(1.0))
