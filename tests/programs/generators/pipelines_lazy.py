"""Lazy pipelines: what runs when, how far each stage pulls, closing from the outside, tee, chunks, merge and windows by hand."""

log = []


def source(name, n):
    log.append(f"start {name}")
    for i in range(n):
        log.append(f"{name}{i}")
        yield i
    log.append(f"end {name}")


def take(n, items):
    it = iter(items)
    for _ in range(n):
        try:
            yield next(it)
        except StopIteration:
            return


def chunks(items, n):
    it = iter(items)
    while chunk := tuple(take(n, it)):
        yield chunk


def window(items, n):
    seen = []
    for item in items:
        seen.append(item)
        if len(seen) == n:
            yield tuple(seen)
            del seen[0]


def merge(*streams):
    heads = []
    for number, stream in enumerate(map(iter, streams)):
        for value in stream:
            heads.append([value, number, stream])
            break
    while heads:
        smallest = min(heads)
        yield smallest[0]
        for value in smallest[2]:
            smallest[0] = value
            break
        else:
            heads.remove(smallest)


def tee(items):
    it, waiting = iter(items), ([], [])

    def side(mine, other):
        while True:
            if not mine:
                try:
                    value = next(it)
                except StopIteration:
                    return
                mine.append(value)
                other.append(value)
            yield mine.pop(0)

    return side(*waiting), side(*waiting[::-1])


def flatten(x, depth=0):
    if isinstance(x, (list, tuple)):
        for y in x:
            yield from flatten(y, depth + 1)
    else:
        yield x, depth


def group(items, key):
    it = iter(items)
    for item in it:
        k, members = key(item), [item]
        for item in it:
            if key(item) != k:
                yield k, members
                k, members = key(item), []
            members.append(item)
        yield k, members


def show(label, value):
    print(f"{label}: {value} <- {' '.join(log)}")
    log.clear()


show("take", list(take(2, source("a", 10))))
show("unused", type(source("a", 3)).__name__)
show("any", any(x > 1 for x in source("a", 10)))
show("in", 3 in source("a", 10))
show("zip", list(zip(source("a", 2), source("b", 5))))
show("zip other way", list(zip(source("a", 5), source("b", 2))))
show("chunks", list(chunks(source("a", 5), 2)))
show("window", list(window(source("a", 4), 3)))
show("merge", list(merge(source("a", 3), [1, 1, 5], ())))
left, right = tee(source("a", 3))
show("tee", (next(left), next(left), next(right), list(left), list(right)))
show("flatten", list(flatten([1, [2, (3, [4]), []], 5])))
show("group", list(group("aabcccd", str.upper)))
stage = (x * 10 for x in (log.append(f"map {y}") or y + 1 for y in source("a", 5)) if x % 2)
show("lazy", "nothing yet")
show("one", next(stage))
show("two", next(stage))
stage.close()
show("closed", list(stage))
g = source("a", 5)
next(g)
g.close()
show("close", list(g))
total = 0
for x in source("a", 100):
    total += x
    if total > 5:
        break
show("break", total)
first, *rest = source("a", 3)
show("star", (first, rest))
try:
    a, b = source("a", 9)
except ValueError as e:
    show("unpack", e)
show("sum", sum(x * y for x in source("a", 2) for y in source("b", 2)))
show("dict", dict(enumerate(source("a", 2))))
show("sorted", sorted(source("a", 3), key=lambda x: -x))
show("map", list(map(lambda a, b: a + b, source("a", 2), source("b", 3))))
show("filter", list(filter(None, source("a", 3))))
show("iter", list(iter(source("a", 9).__next__, 2)))
show("nested", [[y for y in source("b", x)] for x in source("a", 3)])
