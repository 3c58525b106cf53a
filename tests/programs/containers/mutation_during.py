# Containers changed while they are used: in keys, comparisons, iteration, conversion.

class K:
    def __init__(self, n, act=None):
        self.n, self.act = n, act

    def __hash__(self):
        return 1

    def __eq__(self, o):
        if self.act:
            self.act()
        return isinstance(o, K) and self.n == o.n

    def __repr__(self):
        return f"K{self.n}"


d = {K(i): i for i in range(5)}
print(d, d[K(3)], K(4) in d, K(9) in d, d.get(K(2)), d.pop(K(0)), len(d))


class Boom:
    def __eq__(self, o):
        raise ValueError("no compare")

    def __hash__(self):
        return 1

    def __repr__(self):
        return "Boom"


for f in (lambda: d[Boom()], lambda: Boom() in d, lambda: Boom() in [1, Boom()], lambda: [Boom()] == [Boom()], lambda: [1, Boom()].index(5), lambda: (Boom(),).count(3), lambda: {Boom(): 1} == {Boom(): 1}, lambda: {K(1), Boom()}, lambda: [Boom()].remove(1), lambda: (1, Boom()) < (1, 3), lambda: max([Boom(), 1]), lambda: sorted([Boom(), Boom()])):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
a = [K(1), K(2), K(3)]
a[1].act = lambda: a.clear()
print(K(9) in a, a)
a = [K(i) for i in range(5)]
a[0].act = a.pop
print(a.count(K(7)), a)
a = [K(1), K(2)]; b = [K(1), K(2)]
a[0].act = lambda: b.clear()
print(a == b, a, b)


class Grow:
    def __init__(self, l):
        self.l = l

    def __iter__(self):
        for i in range(3):
            self.l.append("side")
            yield i


l = [0]; l.extend(Grow(l)); print(l)
l = [0]; l[0:1] = Grow(l); print(l)
l = [1]; l += Grow(l); print(l)


class R:
    def __init__(self, l):
        self.l = l

    def __repr__(self):
        self.l.append(0) if len(self.l) < 4 else None
        return "R"


l = []; l.extend([R(l), R(l)]); print(l, len(l))
l = [3, 2, 1]; it = iter(l); print(next(it)); l.insert(0, "new"); print(next(it)); del l[:2]; print(list(it), l)
l = list(range(5)); r = reversed(l); print(next(r)); l.pop(); l.pop(); print(list(r))
l = list(range(6)); print([l.pop() for _ in l], l)
s = {1, 2, 3}
for f in (lambda x: s.add(x + 100), lambda x: s.discard(x), lambda x: s.clear()):
    s.clear(); s.update([1, 2, 3])
    try:
        for x in s:
            f(x)
        print("ended", s)
    except RuntimeError as e:
        print(e)
d = dict.fromkeys("abc", 0)
for k in d:
    d[k] += 1
print(d)
for k in list(d):
    del d[k]
print(d)
d = {i: i for i in range(3)}
v = iter(d.values()); next(v); d.clear()
try:
    next(v)
except RuntimeError as e:
    print(e)
x = [5, 6, 1, 0]; x[x.pop()] = x.pop(); print(x)
