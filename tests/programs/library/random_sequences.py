"""_random.Random: exact sequences, seeds of every kind, states, bits, errors."""
from _random import Random


def attempt(f, *args, **kw):
    try:
        print(f(*args, **kw))
    except Exception as e:
        print(type(e).__name__, e)


for seed in (0, 1, -1, 5, -5, 2 ** 32, 2 ** 64 - 1, 2 ** 100, 3 ** 900, True, 1.5, (1, 2), 10 ** 7000 % 7 ** 3000):
    r = Random(seed)
    print([r.random() for _ in range(3)], r.getrandbits(1), r.getrandbits(32), r.getrandbits(33), r.getrandbits(64), r.getrandbits(200))
r = Random(42)
print(sum(r.getrandbits(31) for _ in range(5000)), r.random())
state = r.getstate()
print(len(state), state[-1], sum(state))
again = Random()
again.setstate(state)
print([r.random() for _ in range(5)] == [again.random() for _ in range(5)], Random().random() != Random().random())
attempt(r.getrandbits, -1)
attempt(r.getrandbits, 0)
attempt(r.getrandbits, "a")
attempt(r.setstate, 5)
attempt(r.setstate, (1,))
attempt(r.setstate, tuple(range(624)) + (700,))
attempt(r.setstate, ("a",) * 625)
attempt(r.setstate, (-1,) * 625)
attempt(r.seed, 1, 2)
attempt(Random, 1, 2)
attempt(Random, x=1)
attempt(Random, [1])
attempt(r.seed, [1])
print(r.seed(3), r.random(), r.seed(None))


class Loud(Random):
    def __init__(self, x, note):
        self.note = note
        self.seed(x)

    def __new__(cls, x, note):
        return super().__new__(cls, x)

    def random(self):
        return super().random() + 1


x = Loud(7, "n")
x.more = 1
print(x.random(), x.note, x.getrandbits(5), x.more)
