"""A priority queue of numbers and of tuples with heapq's functions."""
from _heapq import heapify, heappop, heappush, heapreplace


def numbers(n):
    heap = []
    for i in range(n):
        heappush(heap, (i * 7919) % 1000003)
    return sum(heappop(heap) * (i & 3) for i in range(n))


def events(n):
    heap = [((i * 31) % 977, i, "event") for i in range(1000)]
    heapify(heap)
    total = 0
    for i in range(n):
        when, number, _ = heap[0]
        total += number
        heapreplace(heap, (when + (number * 17 + i) % 97 + 1, number, "event"))
    return total, heappop(heap)[0]


print(numbers(1000000), events(500000))
