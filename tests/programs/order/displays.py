# order of evaluation: list, tuple, set, dict displays and comprehensions
log = []
def t(n, v=None):
    log.append(str(n))
    return n if v is None else v
def show(v):
    print(v, "<-", *log); log.clear()
show([t(1), t(2), *t("s", [3, 4]), t(5)])
show((t(1), *t("s", (2,)), t(3), *t("u", "ab")))
show(sorted({t(3), t(1), *t("s", [2])}))
show({t("a"): t(1), t("b"): t(2), **t("d", {"a": 3, "c": 4}), t("c"): t(5)})
show({t("k"): t(1), t("k"): t(2)})
show([t(x) for x in t("it", [1, 2]) if t(f"if{x}", True)])
show([(t(x), t(y)) for x in t("xs", [1, 2]) for y in t("ys", "ab")])
show({t("k%d" % x): t("v%d" % x) for x in t("it", [1, 2])})
show(sorted({t(x) for x in t("it", [2, 1])}))
g = (t(x) for x in t("it", [1, 2]))
show("made")
show(next(g)); show(list(g))
class H:
    def __init__(self, n): self.n = n
    def __hash__(self): log.append("hash" + self.n); return 1
    def __eq__(self, o): log.append(f"eq{self.n}{o.n}"); return self.n == o.n
    def __repr__(self): return self.n
show({H("a"): t(1)})
show({H("a"): t(1), H("b"): t(2)})
show(len({H("a"), H("b")}))
show({H(n): 1 for n in "ab"})
for bad in (lambda: [t(1), *t("n", 5), t(2)], lambda: {t("k"): t("v"), **t("n", 5), t("z"): 1}, lambda: {t("l", []): t("v")},
            lambda: {t(1), t("l", []), t(2)}, lambda: [t(x) for x in t("n", 7)], lambda: (t(1), 1 / 0, t(2)),
            lambda: {**t("d", {}), t("k"): 1 // 0, t("z"): 2}, lambda: {t("s", {1}): t("v") for _ in t("it", "a")}):
    try: bad()
    except Exception as e: show(f"{type(e).__name__}: {e}")
try: (t(x) for x in t("n", 7))
except TypeError as e: show(e)
show([*t("r", range(3)), *t("m", map(t, "xy")), *t("g", (t(i) for i in "pq"))])
show([a := t(1), a, (a := t(2)), a])
show({(k := t("k")): (v := t("v")), k + v: t("w")})
show([[t(1), [t(2)]], (t(3), {t(4): t(5)})])
show([i for i in t("o", [[1, 2], [3]]) for i in (t("in"), *i)])
show({**{"a": 1}, "a": t(2), **{"b": t(3)}})
