# Generators with the iteration builtins: laziness, early end, cleanup, delegation.

log = []


def g(n, name="g"):
    try:
        for i in range(n):
            log.append(f"{name}{i}")
            yield i
    finally:
        log.append(f"{name} closed")


def show(v):
    print(v, log)
    log.clear()


show(list(g(3))); show(any(x == 9 for x in g(3))); show(all(x < 9 for x in g(3))); show(20 in g(3)); show(list(zip(g(2, "a"), range(3)))); show(max(g(4))); show(sum(g(4))); show(tuple(g(2))); show(dict(enumerate(g(2)))); show(sorted(g(3), reverse=True)); show(list(map(str, g(2)))); show(list(filter(None, g(3)))); show(set(g(3))); show([*g(2), *g(1)]); show("".join(map(str, g(3)))); show(list(x for x in g(3) if x)); show(min(g(3), key=lambda x: -x)); show(len(list(g(3))))
a, b = g(2); show((a, b)); a, *b = g(3); show((a, b))
for x in g(5):
    if x == 1:
        break
show("broke")
i = g(3); next(i); i.close(); show("closed"); show(list(i))
i = g(3); next(i)
try:
    i.throw(KeyError("thrown"))
except KeyError as e:
    show(repr(e))


def outer():
    r = yield from inner()
    yield ("result", r)
    yield from [10, 20]
    yield from "ab"
    return "outer done"


def inner():
    x = yield 1
    y = yield ("sent", x)
    return (x, y)


o = outer(); print(next(o), o.send("X"), o.send("Y"), list(o))
o = outer()
while True:
    try:
        print(next(o), end=" ")
    except StopIteration as e:
        print(e.value)
        break


def chain(*its):
    for it in its:
        yield from it


def take(n, it):
    for _, x in zip(range(n), it):
        yield x


def count(n=0):
    while True:
        yield n
        n += 1


def primes():
    seen = []
    for n in count(2):
        if all(n % p for p in seen if p * p <= n):
            seen.append(n); yield n


def window(it, n):
    w = []
    for x in it:
        w = (w + [x])[-n:]
        if len(w) == n:
            yield tuple(w)


print(list(take(10, primes())), list(chain("ab", [1], (2,), {3: 4})), list(window("abcde", 3)), list(take(3, count(5))), list(take(0, primes())))


def fib():
    a, b = 0, 1
    while 1:
        yield a
        a, b = b, a + b


print([x for x in take(15, fib())], sum(take(100, fib())), next(x for x in fib() if x > 1000), dict(zip("abc", fib())))


def tree(t):
    if t:
        l, v, r = t
        yield from tree(l); yield v; yield from tree(r)


print(list(tree((((None, 1, None), 2, (None, 3, None)), 4, (None, 5, None)))))


def bad():
    yield 1
    raise StopIteration("inside")


try:
    print(list(bad()))
except RuntimeError as e:
    print(e, repr(e.__cause__))
i = iter([1, 2, 3]); print([(x, next(i, None)) for x in i], list(i)); e = (x for x in ()); print(next(e, "empty"), list(e), sum(e), max(e, default=0), any(e), all(e))
