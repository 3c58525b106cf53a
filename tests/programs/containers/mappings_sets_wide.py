# Dicts, their views, sets and frozensets: results, order and error messages.
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)
d={}
for i in range(2000): d[i]=i*i; d[str(i)]=i
for i in range(0,2000,3): del d[i]
print(len(d), list(d)[:10], d['1999'], d.get(0), d.get(1), 1.0 in d, True in d)
d={'b':1,'a':2}; d['c']=3; d['b']=9; print(d, list(d.items()), d.pop('a'), d.pop('zz',5), d.popitem(), d)
t(lambda: d['q']); t(lambda: d.pop('q')); t(lambda: {}.popitem()); t(lambda: {[]:1}); t(lambda: dict(1)); t(lambda: dict([1])); t(lambda: dict([(1,2,3)])); t(lambda: dict([(1,2)],x=5)); t(lambda: dict({1:2},y=3)); t(lambda: d.get()); t(lambda: d.update(1,2)); t(lambda: d.update(5)); t(lambda: d.fromkeys('abc',0)); t(lambda: dict.fromkeys(5)); t(lambda: {}<{}); t(lambda: d|5); t(lambda: d|{'z':1}); t(lambda: {'z':1}|d)
def f():
    x={1:1}
    for k in x: x[k+1]=1
t(f)
def f():
    x={1:1,2:2}
    for k in x: del x[k]
t(f)
def f():
    x={1:1,2:2}
    for k in x: x[k]=5; 
    return x
t(f)
def f():
    x={1:1,2:2}
    for k in x: del x[k]; x[k+10]=1
    return x
t(f)
def f():
    del {}[1]
t(f)
k=d.keys(); v=d.values(); it=d.items(); print(k,v,it,len(k)); d['new']=1; print(k,v,it, 'new' in k, 1 in v, ('new',1) in it)
a={1:1,2:2,3:3}; b={2:2,3:4,4:4}
print(a.keys()&b.keys(), a.keys()|b.keys(), a.keys()-b.keys(), a.keys()^b.keys(), a.items()&b.items(), a.items()-b.items(), a.keys()=={1,2,3}, a.keys()<={1,2,3,4}, a.keys().isdisjoint([5]), a.keys()&[1,9], {1,2}&a.keys(), [1,2]-a.keys() if 0 else 0, a.keys()<b.keys(), a.items()==dict(a).items(), list(reversed(a)), list(reversed(a.values())))
t(lambda: a.keys()&5); t(lambda: a.keys()+b.keys()); t(lambda: a.values()==a.values()); t(lambda: a.keys().mapping); t(lambda: hash(a.keys())); t(lambda: a.keys().mapping['q'])
class D(dict):
    def __missing__(self,k): return 'miss%s'%k
x=D(a=1); x.attr=5; print(x['a'],x['b'],x.get('b'),x,x.attr,isinstance(x,dict),x=={'a':1},dict(x),D.fromkeys('ab'),type(x.copy()),type(x|{1:2}))
class E(dict):
    def __setitem__(self,k,v): dict.__setitem__(self,k,v*2)
e=E(); e['a']=1; e.update(b=2); e.setdefault('c',3); print(e)
print({1:'a',1.0:'b',True:'c'}, {**{'a':1},'b':2,**{'a':3}}, a=={1:1,2:2,3:3}, a!={1:1}, {i:i*i for i in range(5)}, dict(zip('abc',range(3))), dict(a=1,**{'b':2}))
d={}; d.setdefault('x',[]).append(1); d.setdefault('x',[]).append(2); print(d); d.clear(); print(d, bool(d)); d|={'q':1}; d|=[('r',2)]; print(d)
t(lambda: d.__class_getitem__(int)); it=iter({1:1,2:2}); print(next(it), it.__length_hint__(), list(it), list(it))
s=set(range(20)); s-={3,4}; s^={100,5}; s|={7,200}; s&=set(range(0,300,5)); print(s, {1,2}|{3}, {1,2}&{2}, {1,2}-{2}, {1,2}^{2,3}, {1}<{1,2}, {1,2}>={1}, {1}=={1.0}, frozenset([1])=={1}, hash(frozenset([1,2,3])), {frozenset([1]):2}[frozenset([1])], {1} in {frozenset([1])})
t(lambda: {1}|[1]); t(lambda: {[]}); t(lambda: set().pop()); t(lambda: {1}.remove(2)); t(lambda: set(1)); t(lambda: hash(set())); t(lambda: {1}<5); t(lambda: set().add()); t(lambda: {1,2}.union([3],(4,))); t(lambda: {1,2,3}.intersection([1,2],[2])); t(lambda: {1,2,3}.difference([1],[2])); t(lambda: {1,2}.symmetric_difference([2,3])); t(lambda: {1}.issubset([1,2])); t(lambda: {1,2}.issuperset([1])); t(lambda: {1}.isdisjoint({2})); t(lambda: frozenset([3,1]).union([2])); t(lambda: frozenset().add(1)); t(lambda: {1}.remove({1}))
def f():
    x={1}
    for k in x: x.add(k+1)
t(f)
class S(set): pass
class F(frozenset): pass
q=S([1,2]); q.z=1; print(q,S(),F([1]),type(q|{3}),type(q.copy()),F(),type(F([1])|{2}),set(),frozenset(), q=={1,2})
for n in (5,30,100,1000):
    z=set(); 
    for i in range(n): z.add((i*7919)%(n*3))
    for i in range(0,n,2): z.discard((i*7919)%(n*3))
    for i in range(n): z.add(i*i%n)
    print(list(z)[:40], len(z), list(z|{n*5,n*6})[:20], list(z&set(range(0,n*3,3)))[:20], list(z-set(range(0,n,4)))[:20], list(z^set(range(n)))[:20], z.pop(), z.pop(), list(set(z))[:10], list(frozenset(list(z)))[:10])
import sys
print(hash(()), hash((1,)), hash((1,(2,3),-1)), hash(frozenset()), hash(frozenset(range(100))), hash(range(10)), hash((1.5,'' ,None is None)))
m={}; m[0]='zero'; m[-1]='neg'; m[-2]='neg2'; m[2**61]='big'; m[2**61-1]='m61'; m[1.5]='f'; m[float('inf')]='inf'; print(m, m[0.0], m[-1.0], m[2.0**61], m[2**61-1])
