# Containers that change while they are searched, and odd protocols.
def t(f):
    try: print(repr(f()))
    except Exception as e: print(type(e).__name__, e)
class Evil:
    def __init__(s, fn, h=1): s.fn=fn; s.h=h
    def __hash__(s): return s.h
    def __eq__(s,o): return s.fn(s,o)
    def __repr__(s): return 'E%d'%s.h
d={}
def clear(s,o): d.clear(); return False
d[Evil(clear)]=1; d[1]=2; print(len(d), list(d))
d={}
def grow(s,o):
    for i in range(100,130): d[i]=i
    return False
e=Evil(grow); d[e]=1; t(lambda: d[1]); print(len(d)); d[1]='x'; print(d[1], len(d))
s=set()
def sclear(a,b): s.clear(); return False
s.add(Evil(sclear)); s.add(1); print(len(s), s)
s={Evil(lambda a,b: True)}; s.add(1); print(s, 1 in s)
l=[1,2,3]
def lclear(a,b): l.clear(); return False
l=[Evil(lclear),2,3]; t(lambda: l.index(3)); print(l); l=[Evil(lclear),2,3]; t(lambda: l.remove(3)); l=[Evil(lclear),2,3]; t(lambda: l.count(3)); l=[Evil(lclear),2,3]; t(lambda: 3 in l); l=[Evil(lclear),2,3]; t(lambda: l==[1,2,3])
class H:
    def __hash__(s): raise ValueError('no hash')
t(lambda: {H():1}); t(lambda: {H()}); t(lambda: {}.get(H())); t(lambda: H() in {1}); t(lambda: [H()].index(5)); t(lambda: hash((1,H())))
class R:
    def __eq__(s,o): raise KeyError('eq')
    def __hash__(s): return 5
t(lambda: {R():1}[5]); t(lambda: R() in [1]); t(lambda: [R()]==[1]); t(lambda: {5} | {R()}); t(lambda: {5:1}=={R():1}); t(lambda: (R(),)<(1,)); t(lambda: [1,2].count(R()))
class K:
    def __init__(s,v): s.v=v
    def __lt__(s,o): raise TypeError('no lt')
t(lambda: sorted([K(1),K(2)])); t(lambda: max(K(1),K(2)))
x=[3,1,2]
class Mut:
    def __init__(s,v): s.v=v
    def __lt__(s,o): x.append(5); return s.v<o.v
x=[Mut(2),Mut(1)]; t(lambda: x.sort()); print(len(x))
def keyf(v): x.clear(); return v
x=[3,2,1]; t(lambda: x.sort(key=keyf)); print(x)
x=[1,2,3]; print([x.pop() for _ in x], x)
x=list(range(10)); out=[]
for i in x:
    out.append(i)
    if i%2: x.remove(i)
print(out,x)
it=iter(x); list(it); x.append(99); print(list(it))
class It:
    def __init__(s,n): s.n=n
    def __iter__(s): return s
    def __next__(s):
        if s.n==0: raise StopIteration
        s.n-=1; return s.n
    def __length_hint__(s): return -5
t(lambda: list(It(3)))
class It2(It):
    def __length_hint__(s): return 'a'
t(lambda: list(It2(3)))
class It3(It):
    def __length_hint__(s): return NotImplemented
t(lambda: list(It3(3)))
class It4(It):
    def __len__(s): raise ValueError('len')
t(lambda: list(It4(3))); t(lambda: tuple(It4(3))); t(lambda: sorted(It4(3)))
class Bad:
    def __iter__(s): return 5
t(lambda: list(Bad())); t(lambda: [*Bad()]); t(lambda: set(Bad())); t(lambda: dict(Bad()))
class Raise:
    def __iter__(s): raise ValueError('it')
t(lambda: list(Raise())); t(lambda: [*Raise()]); t(lambda: 1 in Raise())
def un():
    a,b=Raise()
t(un)
class Idx:
    def __init__(s,i): s.i=i
    def __index__(s): return s.i
print([1,2,3][Idx(1)], [1,2,3][Idx(0):Idx(2)], 'abc'[Idx(-1)], range(10)[Idx(3)], (1,2)*Idx(2), list(range(Idx(3)))); t(lambda: [1][Idx(5)]); t(lambda: [1][Idx(2**70)]); t(lambda: [1,2,3][Idx('a')])
class M:
    def keys(s): return ['a','b']
    def __getitem__(s,k): return k*2
print(dict(M()), {**M()}, dict(M(),c=1)); d={}; d.update(M()); print(d)
def kw(**k): return k
print(kw(**M()))
class BadM:
    def keys(s): return 5
    def __getitem__(s,k): return 1
t(lambda: dict(BadM())); t(lambda: {**BadM()}); t(lambda: kw(**BadM()))
class Sub(dict):
    def __iter__(s): return iter(['z'])
    def __getitem__(s,k): return 'got'+k
    def keys(s): return ['q']
print(dict(Sub(a=1)), {**Sub(a=1)}, list(Sub(a=1)), kw(**Sub(a=1)))
class LS(list):
    def __len__(s): return 99
    def __iter__(s): return iter('xyz')
print(len(LS([1])), list(LS([1])), [*LS([1])], tuple(LS([1])), sorted(LS([1])), LS([1])==[1], bool(LS()))
a,b,c=LS([1]); print(a,b,c)
class TS(tuple):
    def __iter__(s): return iter('pq')
print(list(TS((1,2))), [*TS((1,))]); a,b=TS((1,)); print(a,b)
class SS(set):
    def __contains__(s,x): return True
print(5 in SS(), SS([1])|{2}, {1}.issubset(SS()))
print([i for i in reversed([1,2,3])], next(reversed([]),'none')); r=reversed([1,2,3]); next(r); print(r.__length_hint__(), list(r), list(r))
class RS:
    def __len__(s): return 3
    def __getitem__(s,i): return i*10
print(list(reversed(RS())), list(RS.__getitem__(RS(),i) for i in range(2)))
class RR:
    __reversed__=None
t(lambda: reversed(RR()))
class C1:
    def __contains__(s,x): return 'yes'
print(1 in C1(), 1 not in C1())
class C2: __contains__=None
t(lambda: 1 in C2())
class C3: __iter__=None
t(lambda: iter(C3())); t(lambda: 1 in C3())
