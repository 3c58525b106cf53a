"""deque as a queue and a window, defaultdict and Counter-like counting, OrderedDict as a cache of recent keys."""
from _collections import OrderedDict, _count_elements, defaultdict, deque


def queue(n):
    q, total = deque(), 0
    for i in range(n):
        q.append(i)
        if i & 1:
            total += q.popleft()
    return total, len(q)


def window(n):
    last, best = deque(maxlen=50), 0
    for i in range(n):
        last.append((i * 7919) % 1009)
        if last[0] < last[-1]:
            best += last[len(last) // 2]
    return best


def counted(n):
    groups, counts = defaultdict(list), {}
    for i in range(n):
        groups[i % 1000].append(i)
    _count_elements(counts, [i % 77 for i in range(n)])
    return sum(map(len, groups.values())), counts[5]


def recent(n):
    cache, hits = OrderedDict(), 0
    for i in range(n):
        key = (i * i) % 1300
        if key in cache:
            hits += 1
            cache.move_to_end(key)
        else:
            cache[key] = i
            if len(cache) > 500:
                cache.popitem(last=False)
    return hits, len(cache)


print(queue(3000000), window(2000000), counted(2000000), recent(2000000))
