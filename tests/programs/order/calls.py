# order of evaluation: calls with positional, starred, keyword and double-starred arguments
log = []
def t(name, value=None):
    log.append(name)
    return value
def show():
    print(" ".join(log)); log.clear()
def f(*a, **k):
    log.append("call")
    return a, k
print(t("f", f)(t("a", 1), t("b", 2), x=t("x", 3), y=t("y", 4))); show()
print(t("f", f)(t("a", 1), *t("s", [2, 3]), t("b", 4), *t("u", (5,)), z=t("z", 6), **t("d", {"w": 7}))); show()
print(t("f", f)(x=t("x", 1), *t("s", [2]))); show()
print(t("f", f)(*t("s", [1]), k=t("k", 2), **t("d", {"q": 3}), m=t("m", 4))); show()
class Seq:
    def __init__(self, n, items): self.n, self.items = n, items
    def __iter__(self):
        log.append("iter" + self.n)
        for i in self.items:
            log.append(f"{self.n}{i}")
            yield i
print(f(*Seq("p", [1, 2]), *Seq("q", [3]))); show()
class Map:
    def keys(self):
        log.append("keys")
        return iter(["a", "b"])
    def __getitem__(self, k):
        log.append("get" + k)
        return k * 2
print(f(**Map(), c=t("c", 9))); show()
print(f(t("a", 1), **Map())); show()
for bad in (lambda: t("f", None)(t("a", 1)), lambda: f(t("a"), *t("n", 5), t("never")), lambda: f(t("a"), **t("n", 5)),
            lambda: f(**{"a": 1}, **t("dup", {"a": 2})), lambda: f(**{1: t("v")}), lambda: f(k=t("k"), **t("d", {"k": 1})),
            lambda: f(t("a"), t("b"), 1 // t("zero", 0), t("never")), lambda: t("o", object()).missing(t("never")),
            lambda: undefined_name(t("never"))):
    try: bad()
    except Exception as e: print(type(e).__name__, e, end=" | ")
    show()
class O:
    def __getattr__(self, n):
        log.append("getattr " + n)
        return lambda *a: (log.append("run " + n), a)[1]
print(t("o", O()).m(t("x", 1), O().g(t("y", 2)))); show()
x = 1
def bump():
    global x
    x += 1
    return x
print(f(x, bump(), x, bump(), x)); show()
lst = [1]
print(f(lst, lst.append(2), *lst, lst.append(3), *lst)); show()
print(t("f", f)(t("1"), t("2") if t("c", 0) else t("3"), t("4") or t("5"), t("6") and t("7"))); show()
