# order of evaluation: assignment targets, starred, for targets, with items, del, return/finally, f-strings
log = []
def t(n, v=None):
    log.append(str(n))
    return v
def show(v=None):
    print(v, "<-", *log); log.clear()
class A:
    def __setattr__(self, n, v): log.append(f".{n}={v}")
    def __setitem__(self, k, v): log.append(f"[{k}]={v}")
    def __delattr__(self, n): log.append(f"del .{n}")
    def __delitem__(self, k): log.append(f"del [{k}]")
a = A()
t("a", a).x = t("b", a)[t("k")] = t("v", 1); show()
t("a", a).x, t("b", a)[t("k")] = t("1", 1), t("2", 2); show()
[t("a", a).x, (t("b", a).y, *t("c", a).z)] = t("v", [1, "pqr"]); show()
for t("a", a).i in t("it", [1, 2]): log.append("body")
show()
for a[t("i", 0)], a[t("j", 1)] in t("it", [(1, 2), (3, 4)]): log.append("body")
show()
class M:
    def __init__(self, n): self.n = n; log.append("init " + n)
    def __enter__(self): log.append("enter " + self.n); return self.n
    def __exit__(self, *e): log.append("exit " + self.n + (" " + e[0].__name__ if e[0] else ""))
with M("1") as t("a", a).x, M("2") as a[t("k")], M(t("3n", "3")): log.append("body")
show()
try:
    with M("1"), M(t("n", 1 // 0 if not log else "2") or 1 // 0), M("3"): log.append("body")
except (ZeroDivisionError, TypeError) as e: show(e)
try:
    with M("1") as (p, q, r), M("2"): log.append("never")
except ValueError as e: show(e)
del t("a", a).x, (t("b", a)[t("k")], t("c", a).y), [t("d", a).z]; show()
def f():
    try: return t("value", 1)
    finally: t("finally")
show(f())
def g():
    x = 1
    try: return x
    finally: x = 2; t("fin")
show(g())
def h():
    for i in range(3):
        try:
            if i == 1: return t(f"ret{i}", i)
        finally:
            t(f"fin{i}")
            if i == 1: continue
    return "end"
show(h())
def k():
    with M("a"), M("b"): return t("r", 5)
show(k())
class F:
    def __init__(self, n): self.n = n
    def __format__(self, s): log.append(f"format {self.n} {s!r}"); return self.n + s
    def __repr__(self): log.append("repr " + self.n); return "R"
    def __str__(self): log.append("str " + self.n); return "S"
show(f"{t('a', F('1'))}{t('b', F('2')):{t('spec', 'xx')}}{t('c', F('3'))!r}{t('d', F('4'))!s:>{t('w', 3)}}{t('e', F('5'))!a}")
show(f"{F('1')=}{F('2')=!s}{F('3')=:q}")
try: f"{t('a', 1)}{1 // 0}{t('never')}"
except ZeroDivisionError as e: show(e)
show("%s %r" % (F("m"), F("n"))); show("{} {!r} {:z}".format(F("m"), F("n"), F("o"))); print(F("p"), F("q")); show()
x = [1, 2, 3]; i = 0
i, x[i], *y = [2, "new", "r1", "r2"]; print(i, x, y)
try: a.x, a.y = t("v", (1, 2, 3))
except ValueError as e: show(e)
try: a.x, *a.y, a.z = t("v", (1,))
except ValueError as e: show(e)
try: (a.x, a.y), a.z = t("v", (5, 6))
except TypeError as e: show(e)
(yy := t("w", 3)); show(yy)
def gen():
    got = yield t("y1", 1), (yield t("y2", 2))
    log.append(f"got {got}")
    return (yield), t("end")
z = gen(); print(next(z), z.send("s1"), z.send("s2"))
try: z.send("s3")
except StopIteration as e: show(e.value)
