# Methods of the containers through instances and types.
import sys
def t(f):
    try: print(repr(f()))
    except Exception as e: print(type(e).__name__, e)
# methods via class, unbound, keyword errors
t(lambda: list.append([1],2)); t(lambda: list.append(3,4)); t(lambda: list.append()); t(lambda: dict.get({1:2},1)); t(lambda: str.join(',',['a'])); t(lambda: list.__len__([1,2])); t(lambda: list.__getitem__([1,2],1)); t(lambda: dict.__contains__({1:1},1)); t(lambda: [].__class__); t(lambda: {}.__len__()); t(lambda: (1,2).__add__((3,))); t(lambda: [1].__eq__([1])); t(lambda: [1].__eq__(1)); t(lambda: [1].__mul__(2)); t(lambda: [1].__rmul__(2)); t(lambda: [1].__iadd__([2])); t(lambda: {1}.__and__({1})); t(lambda: {1}.__rand__({1})); t(lambda: [3].__contains__(3)); t(lambda: [1,2].__reversed__().__next__()); t(lambda: {1:2}.__reversed__().__next__()); t(lambda: [].__hash__); t(lambda: ().__hash__()); t(lambda: [1,2].__setitem__(0,5)); t(lambda: [1,2].__delitem__(0)); t(lambda: range(3).__len__()); t(lambda: {}.__or__({1:1})); t(lambda: {}.__ior__([(1,2)])); t(lambda: {}.__ror__({1:1}))
print([x for x in dir(list) if not x.startswith('__')], [x for x in dir(dict) if not x.startswith('__')], [x for x in dir(set) if not x.startswith('__')], [x for x in dir(tuple) if not x.startswith('__')], [x for x in dir(frozenset) if not x.startswith('__')], [x for x in dir(range) if not x.startswith('__')], [x for x in dir(slice) if not x.startswith('__')])
print(list.__name__, dict.__mro__, set.__bases__, type([].__iter__()).__name__, type({}.keys()).__name__, type({}.items().__iter__()).__name__, type(reversed([])).__name__, type(reversed({})).__name__, type(iter(range(3))).__name__, type(iter(range(2**70))).__name__, type(zip()).__name__, type(iter(set())).__name__, type(iter(())).__name__, type(iter('')).__name__, type(iter(b'')).__name__, type(iter(int,0)).__name__, type(map(int,[])).__name__)
t(lambda: [].foo); t(lambda: {}.foo); t(lambda: ().foo); t(lambda: set().foo); t(lambda: [].append.__name__); t(lambda: [].append.__self__); t(lambda: list.append.__name__); t(lambda: list.append.__qualname__); t(lambda: [].sort.__doc__ is None or True)
def f(): 
    [].x=1
t(f)
def f():
    list.foo=1
t(f)
def f():
    del [].append
t(f)
for cls in (list,tuple,set,frozenset,dict):
    t(lambda: cls()); t(lambda: cls([])); t(lambda: cls(cls())); t(lambda: cls(1)); t(lambda: cls([1,2]) if cls is not dict else cls([(1,2)])); t(lambda: cls(x=1)); t(lambda: isinstance(cls(),cls)); t(lambda: cls.__doc__.split('\n')[0]); t(lambda: issubclass(cls,object)); t(lambda: cls()==cls()); t(lambda: bool(cls())); t(lambda: len(cls())); t(lambda: str(cls())); t(lambda: cls.__class_getitem__(int)); t(lambda: '{}'.format(cls())); t(lambda: '{:5}'.format(cls())); t(lambda: '%s'%cls() if cls is not tuple else 0); t(lambda: f'{cls()!r:>8}')
class P:
    def __init__(s,x): s.x=x
    def __repr__(s): return f'P({s.x})'
    def __eq__(s,o): return isinstance(o,P) and s.x==o.x
    def __hash__(s): return hash(s.x)
d={P(1):'a',P(2):'b'}; print(d[P(1)], P(3) in d, d); s={P(1),P(1),P(2)}; print(len(s)); print(sorted({P(3):1,P(1):2},key=lambda p:p.x), max([P(1),P(5)],key=lambda p:p.x), [P(1)].index(P(1)), [P(1),P(2)].count(P(2)))
print(sys.getsizeof([])>0, sys.getsizeof({})>0)
a=[1,2,3,4,5]; a[1:3]=[]; print(a); a[len(a):]=[9]; print(a); a[:0]=[0]; print(a); a[-1:]=[]; print(a); a[::-1]=[1,2,3,4]; print(a); a[1::2]='xy'; print(a); del a[::2]; print(a); a*=0; print(a)
x=[[0]*3]*2; x[0][0]=1; print(x); x=[[0]*3 for _ in range(2)]; x[0][0]=1; print(x)
g=(i for i in range(5)); print(2 in g, list(g)); a,b,*c=g2=[1,2]; print(a,b,c)
print({**{'a':1},**{'b':2}}, [*range(3),*'ab'], {*[1,2],*[2,3]}, (*[1],*[2]), dict([('a',1)],b=2), {k:v for k,v in zip('ab',[1,2])}, {len(w) for w in ['a','bb','cc']})
print(sum([[1],[2]],[]), min([3,1,2]), max('a','c','b'), min([],default=5), any([0,'']), all([]), sorted({'b':1,'a':2}), list(map(lambda x:x*2,filter(lambda x:x%2,range(6)))))
t(lambda: min([])); t(lambda: sum(['a'])); t(lambda: sum([1],[])); t(lambda: max(1)); t(lambda: sorted(5)); t(lambda: sorted([1],[2])); t(lambda: sorted()); t(lambda: len(5)); t(lambda: [][0]); t(lambda: ()[0]); t(lambda: {}[0]); t(lambda: {}['a']); t(lambda: {}[(1,2)]); t(lambda: {}[None])
n=0
for i in range(10,0,-3): n+=i
print(n, i); 
for i in range(0): pass
print(i, list(range(5,5)), list(range(5,0)), [*range(-3,3)], range(3)[::-1], list(range(3)[::-1]), range(10)[::2][1:], range(1,100,7)[3:7:2], 2.5 in range(3), True in range(2), None in range(3))
