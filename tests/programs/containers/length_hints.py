# What a length or a hint of it that cannot be promises is refused as CPython refuses it.
class H:
    def __init__(self, n): self.n = n
    def __len__(self): print("len", end=" "); return self.n
    def __iter__(self): return iter((1, 2, 3))
class L(H):
    __len__ = None
    def __length_hint__(self): print("hint", end=" "); return self.n
for cls in (H, L):
  for n in (0, 3, 100, 2**46, 2**59, 2**60, 2**62, 2**63 - 1, 2**63 - 30, 2**63, 2**70):
    for name, f in (("list", list), ("star", lambda o: [*o]), ("two", lambda o: [1, *o]), ("tuple", tuple), ("tstar", lambda o: (*o, 1)), ("sorted", sorted), ("set", set), ("fset", frozenset),
                ("bytearray", bytearray), ("extend", lambda o: [1, 2].extend(o)), ("iadd", lambda o: [5].__iadd__(o)), ("slice", lambda o: [1, 2, 3].__setitem__(slice(1, 2), o)),
                ("join", lambda o: "".join(o)), ("map", lambda o: list(map(str, o))), ("rev", lambda o: list(reversed(list(o)))), ("enum", lambda o: list(enumerate(o))), ("call", lambda o: print(*o)), ("zip", lambda o: list(zip(o, o))), ("max", max), ("dict", lambda o: dict.fromkeys(o)), ("bjoin", lambda o: b"".join(o)), ("filter", lambda o: list(filter(None, o)))):
        try: print(name, f(cls(n)))
        except Exception as e: print(name, type(e).__name__, e)
