# A __del__ that changes a container runs between operations on it, never inside one.
import gc

shared = []
counts = {"made": 0, "ended": 0}


class Ender:
    def __init__(self):
        counts["made"] += 1
        self.cycle = self

    def __del__(self):
        counts["ended"] += 1
        shared.append(counts["ended"])
        if len(shared) > 64:
            shared.clear()


for turn in range(3000):
    Ender()
    copy = tuple(shared) + tuple([*shared, turn])
    assert copy[-1] == turn
    both = sorted(shared) + list(map(str, shared))
    assert len(both) % 2 == 0 or len(shared) >= 0
    joined = ",".join([str(i) for i in range(40)])
    assert joined.count(",") == 39
gc.collect()
print(counts["made"] == 3000, counts["ended"] >= 2999, len(shared) <= 65)


