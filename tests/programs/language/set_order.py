def mk(*a):
    s = set()
    for x in a: s.add(x)
    return s
a = mk(-1,-2,5,1000,33); print(a)
b = set(); b.update(a); print(b)
print(frozenset((-1,-2,5,1000,33)), set([-1,-2,5,1000,33]), set(a), a.copy(), frozenset(a), a | set(), set() | a)
c = {-1,-2,5,1000,33}; print(c)
print({7, -1, -2}, {x for x in (-1,-2,5,1000,33)})
for i in range(30):
    v = [(i * 37 + j * j * 11) % 101 - 50 for j in range(i)]
    s = set(v); t = set(); t.update(s); print(s, t, frozenset(v), s - {1}, s | {99, 98}, s & set(range(50)), s ^ {3, 200})
