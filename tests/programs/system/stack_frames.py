# Frames of the stack from everywhere: inlined calls, comprehensions, handlers, generators, callbacks.
import sys
def where(n=1):
    out = []
    f = sys._getframe(n)
    while f:
        out.append((f.f_code.co_name, f.f_lineno))
        f = f.f_back
    return out
def small(x):
    return where(
        1)
class K:
    def m(self):
        return small(1)
    def __eq__(self, other):
        print(where())
        return True
    print("body",
       where())
def tried():
    try:
        print(where())
        small(2)
        raise ValueError
    except ValueError:
        r = where()
        print(r)
    finally:
        print(where())
    with open("/dev/null") as f:
        print(where())
    return [small(i) for i in range(2)], [
        [where() for k in range(1)] for j in range(2)]
print(tried())
print(K().m())
K() == 1
print(sorted([3, 1], key=lambda v: (print(where()), v)[1]))
def gen():
    yield where()
    x = yield
    for i in (1, 2):
        yield from sub(i)
def sub(i):
    yield where()
for v in gen(): print(v)
async def co():
    return await co2()
async def co2():
    return where()
try:
    co().send(None)
except StopIteration as e:
    print(e.value)
def rec(n):
    return rec(n - 1) if n else len(where())
print(rec(10))
f = lambda: where()
print(f())
print({where()[0][1]: 1 for i in range(2)})
try:
    sys._getframe(100)
except ValueError as e:
    print(e)
def dflt(a=where()): return a
print(dflt())
@lambda f: (print(where()), f)[1]
def deco(): pass
g = gen()
print(g.gi_frame.f_lineno)
next(g)
print(g.gi_frame.f_lineno, g.gi_frame.f_code.co_name)
