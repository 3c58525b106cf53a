# args: 3
# Random operations on a list, a dict and a set, each result printed.
import sys
seed=int(sys.argv[1])
def rnd(n):
    global seed
    seed=(seed*6364136223846793005+1442695040888963407)&0xffffffffffffffff
    return (seed>>33)%n
def val():
    k=rnd(12)
    if k<5: return rnd(40)-10
    if k<6: return float(rnd(20))
    if k<8: return 'abcdefghij'[rnd(10)]*(rnd(3)+1)
    if k<9: return (rnd(5),rnd(5))
    if k<10: return 3.5 if rnd(2) else True
    if k<11: return frozenset([rnd(5),rnd(9)])
    return rnd(10**20)*rnd(2)
def sl():
    def b(): return None if rnd(3)==0 else rnd(30)-15
    s=None if rnd(2) else (rnd(7)-3 or 1)
    return slice(b(),b(),s)
L=[]; D={}; S=set(); out=[]
def step():
    global L,D,S
    k=rnd(46)
    if k==0: L.append(val())
    elif k==1: L.insert(rnd(20)-10,val())
    elif k==2: return L.pop(rnd(6)-3)
    elif k==3: L[sl()]=[val() for _ in range(rnd(5))]
    elif k==4: del L[sl()]
    elif k==5: return L[sl()]
    elif k==6: L+= [val() for _ in range(rnd(6))]
    elif k==7: L.reverse()
    elif k==8: return L.index(val(),rnd(5)-2)
    elif k==9: return L.count(val())
    elif k==10: L.remove(val())
    elif k==11: L.sort(key=repr,reverse=bool(rnd(2)))
    elif k==12: L.sort(key=lambda x: (type(x).__name__,hash(x)&7))
    elif k==13: return sorted([x for x in L if isinstance(x,(int,float))],reverse=bool(rnd(2)))
    elif k==14: L=L*rnd(3) if len(L)<40 else L[:5]
    elif k==15: return L<[val() for _ in range(2)]
    elif k==16: return L==L[:], L!=[val()]
    elif k==17: return val() in L
    elif k==18: return tuple(L)[sl()], hash(tuple(x for x in L if isinstance(x,int)))
    elif k==19: L.extend(D); return len(L)
    elif k==20: D[val()]=val()
    elif k==21: return D.pop(val(),'none')
    elif k==22: return D.get(val())
    elif k==23: del D[val()]
    elif k==24: return D.setdefault(val(),val())
    elif k==25: return list(D.items())
    elif k==26: return D.popitem()
    elif k==27: D.update({val():val() for _ in range(rnd(4))})
    elif k==28: D={**D,**dict.fromkeys(L[:3])}
    elif k==29: return D==dict(reversed(list(D.items()))), list(reversed(D))
    elif k==30: return sorted(map(repr,D.keys()&S)), sorted(map(repr,D.keys()-set(L)))
    elif k==31: D=D|{val():1}
    elif k==32: D={k:v for k,v in D.items() if rnd(2)} if len(D)>30 else D
    elif k==33: S.add(val())
    elif k==34: S.discard(val())
    elif k==35: S.remove(val())
    elif k==36: return [x for x in S if isinstance(x,int) and not isinstance(x,bool)]
    elif k==37: S|={val() for _ in range(rnd(5))}
    elif k==38: S&=set(L)|{val(),val()}
    elif k==39: S-=set(D)
    elif k==40: S^={val() for _ in range(rnd(4))}
    elif k==41: return S<=set(L), S>=set(D), S.isdisjoint(D), len(S|set(L)), len(S&D.keys())
    elif k==42:
        ints=set(x for x in L if type(x) is int)
        for _ in range(rnd(30)):
            if rnd(3): ints.add(rnd(200))
            else: ints.discard(rnd(200))
        return list(ints), list(ints-{1,2,3}), list(ints|{500,3}), list(ints^{5,6})
    elif k==43: return [next(iter(L),None), list(zip(L,D))[:3], list(enumerate(S,3))[:0], dict(zip(L[:3],range(3)))]
    elif k==44:
        a,*b,c=L
        return a,len(b),c
    elif k==45:
        L=L[-30:]; S=set(list(x for x in S if isinstance(x,int))[:20])
for i in range(4000):
    try: r=step()
    except Exception as e: r=type(e).__name__+':'+str(e)
    if r is not None:
        s=repr(r)
        print(i,s if 'frozenset' not in s else len(s))
print(L); print(D if 'frozenset' not in repr(D) else len(D)); print(len(S))
