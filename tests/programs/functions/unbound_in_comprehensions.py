# A comprehension sees the variables of the function around it as free ones, also where py2 lowers it in place.
def f(flag):
    if flag: x = 1
    try: return [x for c in range(2)]
    except NameError as e: return type(e).__name__, str(e)
def g(flag):
    del flag
    try: return [flag for c in range(2) if c % 2]
    except NameError as e: return type(e).__name__, str(e)
def h(p):
    p -= 1
    q = [p for c in range(2)]
    del p
    try: return {p: 1 for c in range(2)}
    except NameError as e: return type(e).__name__, str(e)
def i(p):
    del p
    try: return [[p for d in range(2)] for c in range(2)]
    except NameError as e: return type(e).__name__, str(e)
def j():
    try: return [p for c in [p, 1]]
    except NameError as e: return type(e).__name__, str(e)
    p = 1
def k():
    try: return [c for c in [1,2] if z]
    except NameError as e: return type(e).__name__, str(e)
    z = 1
def l():
    def inner(): return [z for c in [1,2]]
    try: return inner()
    except NameError as e: return type(e).__name__, str(e)
    z = 1
def m():
    try: return [z for c in [1,2] for d in z]
    except NameError as e: return type(e).__name__, str(e)
    z = 1
def n():
    try: return [(z := c) + zz for c in [1,2] if z]
    except NameError as e: return type(e).__name__, str(e)
def o():
    try: return [(z := c) for c in z]
    except NameError as e: return type(e).__name__, str(e)
class K:
    try: r = [z for c in range(2)]
    except NameError as e: r = type(e).__name__, str(e)
    z = 1
def q(flag):
    if flag: z = 5
    class A:
        try: r = [z for c in range(2)]
        except NameError as e: r = type(e).__name__, str(e)
    return A.r
for fn in f, g, h, i: print(fn.__name__, fn(0))
for fn in j,k,l,m,n,o: print(fn.__name__, fn())
print(K.r)
print(q(0))
