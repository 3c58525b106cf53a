# Recursion that is too deep inside containers raises.
def t(f):
    try: r=f(); print(type(r).__name__)
    except RecursionError as e: print('RecursionError', e)
    except Exception as e: print(type(e).__name__, e)
l=[]; m=[]
for i in range(100000): l=[l]; m=[m]
t(lambda: repr(l)); t(lambda: l==m); t(lambda: l<m)
d={}
for i in range(100000): d={1:d}
t(lambda: repr(d)); t(lambda: d=={1:d})
u=()
for i in range(100000): u=(u,)
t(lambda: repr(u)); t(lambda: hash(u))
x=[]; x.append(x); y=[]; y.append(y); t(lambda: x==y)
def deep(n): return [] if n==0 else [deep(n-1)]
class L(list):
    def __iter__(self): return iter(self)
t(lambda: list(L()))
import sys
print(sys.getrecursionlimit())
