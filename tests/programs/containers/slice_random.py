# Random slice reads, assignments and deletions of list, bytearray, str, tuple and range.

seed = 20231


def rnd(n):
    global seed
    seed = (seed * 6364136223846793005 + 1442695040888963407) & 0xFFFFFFFFFFFFFFFF
    return (seed >> 33) % n


def pick(v):
    return v[rnd(len(v))]


def bound():
    return pick([None, None, rnd(14) - 7, rnd(14) - 7, rnd(40) - 20])


state = 0
for n in range(400):
    a = list(range(rnd(9)))
    i, j, k = bound(), bound(), pick([None, None, 1, 1, -1, 2, -2, 3, -3])
    s = slice(i, j, k)
    got = a[s]
    assert tuple(a)[s] == tuple(got) and list(range(len(a))[s]) == got and bytes(a)[s] == bytes(got) and "".join(map(str, a))[s] == "".join(map(str, got)) and [a[x] for x in range(*s.indices(len(a)))] == got
    new = [90 + x for x in range(pick([0, 1, 2, len(got), len(got), 5]))]
    b, c = a[:], bytearray(a)
    r1 = r2 = None
    try:
        b[s] = new
    except ValueError as e:
        r1 = str(e)
    try:
        c[s] = bytes(new)
    except ValueError as e:
        r2 = str(e)
    if r1 is None and r2 is None:
        assert list(c) == b, (a, s, new, b, c)
    d, e = a[:], bytearray(a)
    del d[s], e[s]
    assert list(e) == d and len(d) == len(a) - len(got)
    if n % 25 == 0:
        print(a, s, got, new, b, r1, r2, d)
    state = (state * 31 + sum(b) + len(b) * 7 + sum(d) * 3 + (r1 is not None) + 2 * (r2 is not None)) % 1000003
print(state)
l, model = [], []
for n in range(1500):
    op, x = rnd(9), rnd(20)
    if op < 3:
        l.append(x); model = model + [x]
    elif op == 3 and l:
        p = rnd(len(l)); assert l.pop(p) == model[p]; model = model[:p] + model[p + 1:]
    elif op == 4:
        p = rnd(len(l) + 3) - 1; l.insert(p, x); q = p if p >= 0 else max(0, p + len(model)); model = model[:q] + [x] + model[q:]
    elif op == 5 and x in l:
        l.remove(x); p = model.index(x); model = model[:p] + model[p + 1:]
    elif op == 6:
        l.reverse(); model = model[::-1]
    elif op == 7 and len(l) > 20:
        del l[5:15]; model = model[:5] + model[15:]
    elif op == 8 and n % 50 == 0:
        l.sort(); model = sorted(model)
    assert l == model
print(l, len(l), sum(l), l.count(5), l.index(l[-1]) if l else None)
