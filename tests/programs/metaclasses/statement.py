class M(type):
    def __new__(mcls, name, bases, ns, **kw):
        print("new", name, bases, sorted(k for k in ns), kw)
        return super().__new__(mcls, name, bases, dict(ns))
    def __init__(cls, name, bases, ns, **kw):
        print("init", cls, kw)
        super().__init__(name, bases, ns)
    @classmethod
    def __prepare__(mcls, name, bases, **kw):
        print("prepare", name, bases, kw)
        return {"seed": 3}
    def __call__(cls, *a, **k):
        print("call", a, k)
        return super().__call__(*a, **k)
    @property
    def nick(cls): return cls.__name__.lower()
    def __instancecheck__(cls, o): return o == 5 or super().__instancecheck__(o)
    def __len__(cls): return 7
    def __iter__(cls): return iter("abc")
    def __getattr__(cls, n):
        if n.startswith("dyn"): return n
        raise AttributeError(n)
class A(metaclass=M, x=1):
    def f(self): return __class__
    y = seed + 1
print(A, type(A), A.y, A.nick, len(A), list(A), A.dynx)
class B(A):
    def f(self): return super().f()
print(B().f(), isinstance(5, A), isinstance(B(), A), isinstance(6, A))
try: A.nope
except AttributeError as e: print(e)
try: A.nick = 3
except AttributeError as e: print(e)
class M2(type): pass
try:
    class C(A, metaclass=M2): pass
except TypeError as e: print(e)
class M3(M, M2): pass
class D(metaclass=M2): pass
class E(A, D, metaclass=M3): pass
print(type(E), E.__mro__)
class F(A, metaclass=type): pass
print(type(F))
def fm(name, bases, ns): return (name, bases, sorted(ns))
class G(metaclass=fm):
    a = 1
print(G)
print(M.__mro__, M2("X", (), {"k": 1}).k)
X = type("X", (A,), {"__module__": "m"})
print(type(X))
class Log(dict):
    def __setitem__(self, k, v):
        print("set", k); dict.__setitem__(self, k, v)
    def __getitem__(self, k):
        print("get", k); return dict.__getitem__(self, k)
class ML(type):
    @classmethod
    def __prepare__(m, n, b): return Log()
class H(metaclass=ML):
    a = 1
    b = a
    def g(self): pass
print(H.b, H.__dict__['a'])
class Mro(type):
    def mro(cls):
        r = super().mro()
        print(cls.__name__, [c.__name__ for c in r])
        return r[:1] + [D] + r[1:]
class I(metaclass=Mro): pass
print(I.__mro__, I.k if hasattr(I, 'k') else None)
class BadP(type):
    @classmethod
    def __prepare__(m, n, b): return 5
try:
    class J(metaclass=BadP): pass
except TypeError as e: print(e)
class Lost(type):
    def __new__(m, n, b, ns):
        ns.pop('__classcell__', None)
        return super().__new__(m, n, b, ns)
try:
    class K(metaclass=Lost):
        def f(self): return __class__
except RuntimeError as e: print(e)
class Ent:
    def __mro_entries__(self, bases): print(bases.__class__); return (D,)
class L(Ent(), 
   ): pass
print(L.__mro__, type(L), len(L.__orig_bases__))
try: type("Q", (Ent(),), {})
except TypeError as e: print(e)
class Slo(type):
    __slots__ = ()
try:
    class Slo2(type):
        __slots__ = ('a',)
except TypeError as e: print(e)
try: object.__new__(M)
except TypeError as e: print(e)
class At(type):
    def __setattr__(c, n, v): print("seta", n); super().__setattr__(n, v)
    def __getattribute__(c, n): 
        if n != '__dict__': print("geta", n)
        return super().__getattribute__(n)
class N(metaclass=At): z = 1
N.q = 3
print(N.q, N().z)
class O2(type):
    def __dir__(c): return ['x']
    def __or__(c, o): return "or"
    def __eq__(c, o): return NotImplemented
    def __hash__(c): return 42
    def __repr__(c): return "<O2 %s>" % c.__name__
class P(metaclass=O2): pass
print(dir(P), P | 3, int | P, hash(P), P, {P: 1}[P])
try: 3 | P
except TypeError as e: print(e)
