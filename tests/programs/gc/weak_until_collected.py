# differs: a weak reference is cleared by a collection, and gc.collect() does not count what it freed
import _weakref
import gc


class Node:
    pass


def make():
    n = Node()
    n.self = n
    return [_weakref.ref(n) for _ in range(2)]


refs = [r for _ in range(200) for r in make()]
print(gc.collect())
print(sum(r() is None for r in refs) > 390)
gc.disable()
print(gc.isenabled())
gc.enable()
