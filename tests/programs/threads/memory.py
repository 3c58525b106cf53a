"""Many threads that allocate: what each holds only on its stack survives the others' collections."""
import _thread
import time

results = []


def build(seed):
    tree = None
    kept = []
    for i in range(4000):
        tree = (tree, [seed, i], str(i)) if i % 50 else None
        kept.append({"i": i, "text": "%d-%d" % (seed, i)})
        if len(kept) > 300:
            kept = kept[150:]
    depth = 0
    while tree is not None:
        tree, pair, text = tree
        assert pair[0] == seed and str(pair[1]) == text
        depth += 1
    assert all(k["text"] == "%d-%d" % (seed, k["i"]) for k in kept)
    results.append((seed, depth, len(kept)))


for n in range(12):
    _thread.start_new_thread(build, (n,))
while len(results) < 12:
    [str(i) * 10 for i in range(2000)]
    time.sleep(0.002)
print(sorted(results))


def deep(n):
    return 0 if n == 0 else 1 + deep(n - 1)


def limits():
    print(deep(900))
    try:
        deep(10**6)
    except RecursionError as e:
        print(e)
    results.append("limits")


_thread.start_new_thread(limits, ())
while "limits" not in results:
    time.sleep(0.002)
