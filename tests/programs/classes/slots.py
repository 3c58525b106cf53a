# __slots__: storage, errors, inheritance, descriptors, with __dict__, with class attributes
class P:
    __slots__ = ("x", "y")
    def __init__(self, x=0, y=0): self.x, self.y = x, y
class Q(P): __slots__ = ["z"]
class R(P): pass
class S:
    __slots__ = "single"
class E: __slots__ = ()
class D: __slots__ = ("a", "__dict__")
class Priv:
    __slots__ = ("__secret", "_one")
    def __init__(self): self.__secret = 1
    def get(self): return self.__secret
def tries(*fs):
    for f in fs:
        try: print(f())
        except Exception as e: print(type(e).__name__, e)
p, q, r, s, d = P(1, 2), Q(), R(), S(), D()
q.z = 3; r.any = 4; s.single = 5; d.a = 1; d.b = 2
print(p.x, q.x, q.z, r.any, r.__dict__, s.single, d.__dict__, P.__slots__, Q.__slots__, hasattr(p, "__dict__"), hasattr(q, "__dict__"), hasattr(r, "__dict__"), Priv().get(), [n for n in dir(Priv) if "secret" in n])
tries(lambda: setattr(p, "w", 1), lambda: p.w, lambda: setattr(E(), "x", 1), lambda: p.__dict__, lambda: S().single, lambda: delattr(p, "x"), lambda: p.x, lambda: delattr(p, "x"), lambda: delattr(p, "nope"), lambda: setattr(q, "w", 1), lambda: P.x.__get__(P(7)), lambda: P.x.__get__(5), lambda: P.x.__set__(R(), 8), lambda: type(P.x).__name__, lambda: repr(P.x), lambda: P.x.__name__)
def make(body, bases=()):
    try: return type("Made", bases, body)
    except Exception as e: return f"{type(e).__name__}: {e}"
print(make({"__slots__": ("a",), "a": 1})); print(make({"__slots__": ("1a",)})); print(make({"__slots__": (5,)})); print(make({"__slots__": 5})); print(make({"__slots__": ("a b",)})); print(make({"__slots__": ("__dict__", "__dict__")})); print(make({"__slots__": ("x",)}, (int,))); print(make({"__slots__": ("x",)}, (tuple,)))
class A: __slots__ = ("a",)
class B: __slots__ = ("b",)
print(make({}, (A, B))); print(make({}, (A, E)))
class L(list): __slots__ = ("tag",)
l = L([1, 2]); l.tag = "t"; print(l, l.tag)
tries(lambda: setattr(l, "other", 1))
class I(int): __slots__ = ()
print(I(5) + 1); tries(lambda: setattr(I(5), "x", 1))
class X(ValueError): __slots__ = ("code",)
x = X("m"); x.code = 5; x.free = 6; print(x, x.code, x.free)
class Shadow(P):
    __slots__ = ("x",)
    def both(self): P.x.__set__(self, "base"); self.x = "sub"; return P.x.__get__(self), self.x
print(Shadow().both())
class Default:
    __slots__ = ("v",); other = "class attr"
o = Default(); print(o.other); tries(lambda: setattr(o, "other", 1), lambda: o.v)
class It:
    __slots__ = (n for n in ("g1", "g2"))
i = It(); i.g1 = 1; print(i.g1)
class Dct: __slots__ = {"k": "doc of k"}
k = Dct(); k.k = 1; print(k.k, Dct.__slots__)
p = P(1, 2); p.x, p.y = p.y, p.x; print(p.x, p.y); p.x += 10; print(p.x); print([getattr(p, n) for n in P.__slots__])
class Node:
    __slots__ = ("v", "next")
    def __init__(self, v, n=None): self.v, self.next = v, n
def build(xs):
    head = None
    for v in reversed(xs): head = Node(v, head)
    return head
n = build(range(5)); out = []
while n: out.append(n.v); n = n.next
print(out)
P.extra = "added to class"; print(p.extra); tries(lambda: setattr(p, "extra", 1)); del P.x; tries(lambda: p.x)
