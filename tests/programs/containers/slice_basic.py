# slice objects: attributes, indices, comparison, use with __getitem__.

def t(f, *a, **k):
    try:
        print(repr(f(*a, **k)))
    except Exception as e:
        print(type(e).__name__ + ":", e)


print(slice(5), slice(1, 5), slice(1, 5, 2), slice(None), slice("a", [1], 2.5), slice(1, 2).start, slice(1, 2).stop, slice(1, 2).step, slice(None, None, -1))
for s in (slice(None), slice(2), slice(1, 8, 3), slice(None, None, -1), slice(-3, None), slice(None, -3), slice(100, -100, -2), slice(5, 2), slice(-100, 100), slice(10 ** 30), slice(-10 ** 30, 10 ** 30, 10 ** 20), slice(True, 5)):
    print(s, [s.indices(n) for n in (0, 1, 5, 10)])
for f in (lambda: slice(), lambda: slice(1, 2, 3, 4), lambda: slice(None, None, 0).indices(5), lambda: slice("a").indices(5), lambda: slice(1.5).indices(5), lambda: slice(1).indices(-1), lambda: slice(1).indices("a"), lambda: slice(1).indices(), lambda: hash(slice(1)), lambda: slice(1) < slice("a"), lambda: slice(stop=1), lambda: slice(1).foo, lambda: {slice(1): 1}, lambda: slice(None, None, "x").indices(3), lambda: slice(1).indices(10 ** 30)):
    t(f)


def setattr_():
    slice(1).start = 5


t(setattr_)
print(slice(1, 2) == slice(1, 2), slice(1) != slice(2), slice(1, 2) < slice(1, 3), slice(1, 2, 3) >= slice(1, 2, 3), slice(1) == (None, 1, None), slice(1.0) == slice(1))


class G:
    def __getitem__(self, k):
        return k

    def __setitem__(self, k, v):
        print("set", k, v)

    def __delitem__(self, k):
        print("del", k)


g = G()
print(g[1], g[1:2], g[::], g[1:2, 3], g[...], g[:, 1:2:3, ...], g[()], g[1,], g["a":"b"], g[(1, 2)], g[:, :], g[None], g[-1:], g[1:2:3], g[slice(1)], g[*[1, 2]] if False else "")
g[1:2] = 5
g[::2, "k"] = [1]
g[...] = None
del g[1:], g[0, :]
order = []


def o(x):
    order.append(x)
    return x


g[o(1):o(2):o(3)]
g[o(4), o(5):o(6)] = o(0)
print(order)


class I:
    def __init__(self, v):
        self.v = v

    def __index__(self):
        order.append("index%d" % self.v)
        return self.v


del order[:]
print([0, 1, 2, 3, 4][I(1):I(4):I(2)], "abcdef"[I(2):], (1, 2, 3)[:I(2)], order, slice(I(1), I(3)).indices(5))
