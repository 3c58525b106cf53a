# a discrete event simulation: a heap of events, seeded randomness, statistics at the end
import heapq
import itertools
import random
from collections import deque
from dataclasses import dataclass, field
from typing import Callable


@dataclass(order=True)
class Event:
    time: float
    serial: int
    action: Callable = field(compare=False)
    args: tuple = field(compare=False, default=())


class Simulator:
    def __init__(self):
        self.now, self._queue, self._serial = 0.0, [], itertools.count()

    def after(self, delay, action, *args):
        heapq.heappush(self._queue, Event(self.now + delay, next(self._serial), action, args))

    def run(self, until):
        handled = 0
        while self._queue and self._queue[0].time <= until:
            event = heapq.heappop(self._queue)
            self.now = event.time
            event.action(*event.args)
            handled += 1
        return handled


class Bank:
    def __init__(self, sim, tellers, rng):
        self.sim, self.free, self.rng = sim, tellers, rng
        self.line, self.waits, self.served, self.longest = deque(), [], 0, 0

    def arrive(self, number):
        self.line.append((number, self.sim.now))
        self.longest = max(self.longest, len(self.line))
        self.serve()
        self.sim.after(self.rng.expovariate(1 / 2.0), self.arrive, number + 1)

    def serve(self):
        while self.free and self.line:
            number, since = self.line.popleft()
            self.waits.append(self.sim.now - since)
            self.free -= 1
            self.sim.after(max(0.5, self.rng.gauss(5.0, 1.5)), self.leave, number)

    def leave(self, number):
        self.free += 1
        self.served += 1
        if number % 40 == 0:
            print(f"{self.sim.now:8.3f} customer {number} leaves, {len(self.line)} in line")
        self.serve()


for tellers in (1, 2, 3):
    sim = Simulator()
    bank = Bank(sim, tellers, random.Random(2024))
    sim.after(0, bank.arrive, 1)
    events = sim.run(500)
    print(f"{tellers} tellers: {events} events, {bank.served} served, mean wait {sum(bank.waits) / len(bank.waits):.6f}, longest line {bank.longest}")
rng = random.Random("seed")
print(rng.randint(1, 100), rng.choice("abcdef"), rng.sample(range(50), 5), rng.choices([1, 2, 3], weights=[5, 1, 1], k=6))
deck = list(range(10))
rng.shuffle(deck)
print(deck, f"{rng.uniform(1, 2):.9f} {rng.triangular():.9f} {rng.betavariate(2, 3):.9f}", rng.getrandbits(70))
state = rng.getstate()
a = [rng.random() for _ in range(3)]
rng.setstate(state)
print(a == [rng.random() for _ in range(3)])
