# Lists, tuples, ranges, slices and the iterators over them: results and error messages.
import sys
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)
a=[5,3,8,1]
t(lambda: a[10]); t(lambda: a['x']); t(lambda: a[2**70]); t(lambda: [].pop()); t(lambda: a.pop(9)); t(lambda: a.remove(99)); t(lambda: a.index(99)); t(lambda: a.index(8,0,2))
t(lambda: a.index(1,-2)); t(lambda: [1,2]+(3,)); t(lambda: [1]*'a'); t(lambda: [1]*2.5); t(lambda: 'x' in 5); t(lambda: a.sort(1)); t(lambda: a.sort(x=1)); t(lambda: [1,'a'].sort()); t(lambda: list(1,2)); t(lambda: list(x=1)); t(lambda: a.insert('a',1)); t(lambda: a.append()); t(lambda: a.append(1,2)); t(lambda: a.pop(1,2))
b=list(range(10)); b[2:5]=['x']; print(b); b[::2]=[0]*4; print(b); del b[::3]; print(b); b[5:2]=[9,9]; print(b); b[-100:100]=(i for i in 'abc'); print(b); b*=3; print(b); b+=(1,2); print(b); b.extend(b); print(len(b)); del b[1:-1]; print(b)
def f():
    x=[1,2,3]; x[::2]=[1]; return x
t(f)
def f():
    x=[1,2,3]; x[::2]=5; return x
t(f)
def f():
    x=[1,2,3]; x[0:1]=5; return x
t(f)
def f():
    x=[1,2,3]; x[9]=5; return x
t(f)
def f():
    x=[1,2,3]; del x[9]; return x
t(f)
def f():
    x=(1,2); x[0]=1
t(f)
def f():
    x=(1,2); del x[0]
t(f)
def f():
    del 'abc'[0]
t(f)
x=[]; x.append(x); print(x, x==x); y=[x]; print(y); d={1:x}; d[2]=d; print(d); tt=([],); tt[0].append(tt); print(tt)
print([1,2]<[1,3],[1,2]<[1,2,0],[2]>[1,5],[]==[],[1]!=[1.0],(1,2)<(1,2),(1,)<(2,),(1,2,3)>=(1,2))
class C:
    def __init__(s,v): s.v=v
    def __lt__(s,o): print('lt',s.v,o.v); return s.v<o.v
    def __eq__(s,o): print('eq',s.v,getattr(o,'v',o)); return s.v==getattr(o,'v',o)
    def __repr__(s): return 'C%d'%s.v
    def __hash__(s): print('hash',s.v); return s.v%3
l=[C(i) for i in (5,2,8,1,9,3)]; l.sort(); print(l); print(C(2) in l); print(l.index(C(8))); l.sort(reverse=True); print(l); print(sorted(l,key=lambda c:-c.v))
dd={C(1):1,C(4):2,C(7):3}; print(dd); print(dd[C(4)]); s={C(1),C(4),C(2)}; print(s); s.discard(C(4)); print(s); print(max(l,key=lambda c:c.v))
def bad(x):
    lst.append(1); return x
lst=[3,2,1]
t(lambda: lst.sort(key=bad)); print(lst)
class M(list):
    def __getitem__(self,i): return 'M%s'%list.__getitem__(self,i)
    def extra(self): return self.z
m=M([1,2,3]); m.z=7; print(m,m[0],m.extra(),len(m),type(m+[1]),m.copy(),type(m[:2]),isinstance(m,list),m==[1,2,3])
class T(tuple):
    def __new__(cls,*a): return tuple.__new__(cls,a)
u=T(1,2,3); u.q='attr'; print(u,u.q,u+(1,),type(u[:]),hash(u)==hash((1,2,3)),u==(1,2,3),{u:1}[(1,2,3)])
it=iter([1,2,3]); print(next(it),it.__length_hint__(),list(it),list(it)); l=[1,2,3]
for x in l:
    if len(l)<8: l.append(x*10)
print(l); r=reversed([1,2,3]); print(next(r),list(r)); print(list(reversed((1,2))),list(reversed('abc')),list(reversed(range(3))),list(reversed({1:2,3:4})),list(reversed({1:2}.items())))
print(list(iter(lambda c=[0]: c.__setitem__(0,c[0]+1) or c[0],4)))
class G:
    def __getitem__(self,i):
        if i>3: raise IndexError
        return i*i
print(list(G()),5 in G(),4 in G(),list(zip(G(),G())))
a,*b,c=range(6); print(a,b,c); (a,b),c=(1,2),3; print(a,b,c); [a,[b,*c]]=1,'xyz'; print(a,b,c)
def f():
    a,b=1,2,3
t(f)
def f():
    a,b,c=1,2
t(f)
def f():
    a,b=5
t(f)
def f():
    a,*b,c=[1]
t(f)
def f():
    a,b=iter([1])
t(f)
def f():
    a,b=(i for i in range(3))
t(f)
t(lambda:[*5]); t(lambda:{**5}); t(lambda:{*5}); t(lambda:(*5,)); 
def g(**k): return k
t(lambda:g(**{'a':1},**{'a':2})); t(lambda:g(**5)); t(lambda:g(**{1:2})); 0
print([1,2,3].__class_getitem__(int), list[int], dict[str,list[int]], tuple[int,...], set[int]|None, int|None|str, hash(list[int])==hash(list[int]), list[int]==list[int], list[int]([1,2]), (int|str)==(str|int), isinstance(5,int|str))
nan=float('nan'); print(sorted([3,nan,1,nan,2]), [nan]==[nan], sorted([2.5,1,3.0,-1]), sorted(['b','a','é','B'],key=str.lower), sorted([(1,'b'),(1,'a'),(0,'z')]), sorted([True,0,2]), sorted('hello',reverse=True))
print(list(range(10,0,-3)), range(5)==range(0,5,1), range(0)==range(3,3), hash(range(0))==hash(range(2,2)), range(0,10,3)[-1], range(10)[2:8:3], 5 in range(0,10,5), 5.0 in range(10), 'a' in range(3), range(2**70,2**70+5)[2], list(range(2**70,2**70+2)), len(range(2**62-1)), range(10).index(5), range(10).count(5), repr(range(1,10,2)), range(-5), bool(range(0)), range(3).start,range(3).stop,range(3).step)
t(lambda: range(1.5)); t(lambda: range(1,2,0)); t(lambda: range()); t(lambda: range(5)[7]); t(lambda:range(5).index(7)); t(lambda: len(range(2**100)))
s=slice(1,10,2); print(s, s.indices(5), s.start, slice(None,None,-1).indices(4), slice(3)==slice(None,3,None), slice(1)<slice(2)); t(lambda: hash(s)); t(lambda: [1][::0]); t(lambda:[1]['a':]); t(lambda: slice(1,2,0).indices(4)); t(lambda: slice(1).indices(-1)); print(slice(2**100).indices(2**101), [1,2,3][:2**100], [1,2,3][-2**100:])
print(list(enumerate('ab',5)), list(enumerate('ab',start=2**70)), list(zip('abc',[1,2])), list(zip()), list(map(lambda a,b:a+b,[1,2],[3,4,5])), list(filter(None,[0,1,'',2])), list(filter(lambda x:x>1,[1,2,3])))
t(lambda: list(zip([1],[1,2],strict=True))); t(lambda: list(zip([1,2],[1],strict=True))); t(lambda: list(zip([1],[1],[1,2],strict=True))); t(lambda: enumerate()); t(lambda: zip(1)); t(lambda: map(1)); t(lambda: reversed({1})); t(lambda: zip([1],x=3)); t(lambda: filter(1)); t(lambda: reversed(5)); t(lambda: iter(5)); t(lambda: next(5)); t(lambda: next(iter([]))); t(lambda: enumerate([],'a'))
