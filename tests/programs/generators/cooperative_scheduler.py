"""Tasks as generators: a round-robin scheduler with sleeping, joining, channels, cancelling and failures."""


class Sleep:
    def __init__(self, ticks):
        self.ticks = ticks


class Join:
    def __init__(self, task):
        self.task = task


class Cancelled(Exception):
    pass


class Channel:
    def __init__(self, name):
        self.name, self.items, self.readers = name, [], []


class Task:
    count = 0

    def __init__(self, body):
        Task.count += 1
        self.number, self.body = Task.count, body
        self.result = self.error = None
        self.done, self.waiters = False, []

    def __repr__(self):
        return f"{self.body.__name__}#{self.number}"


class Scheduler:
    def __init__(self):
        self.ready, self.sleeping, self.now, self.log = [], [], 0, []

    def spawn(self, body):
        task = Task(body)
        self.ready.append((task, "send", None))
        return task

    def say(self, text):
        self.log.append(f"{self.now:3} {text}")

    def finish(self, task):
        task.done = True
        for waiter in task.waiters:
            self.wake(waiter, task)

    def wake(self, waiter, task):
        if task.error is not None:
            self.ready.append((waiter, "throw", task.error))
        else:
            self.ready.append((waiter, "send", task.result))

    def cancel(self, task):
        self.sleeping = [(when, t) for when, t in self.sleeping if t is not task]
        self.ready = [entry for entry in self.ready if entry[0] is not task]
        self.ready.append((task, "throw", Cancelled(f"{task} cancelled")))

    def step(self, task, how, value):
        try:
            wish = getattr(task.body, how)(value)
        except StopIteration as stop:
            task.result = stop.value
            self.say(f"{task} returned {stop.value!r}")
            self.finish(task)
        except Exception as e:
            task.error = e
            self.say(f"{task} failed: {type(e).__name__}: {e}")
            self.finish(task)
        else:
            self.grant(task, wish)

    def grant(self, task, wish):
        if isinstance(wish, Sleep):
            self.sleeping.append((self.now + wish.ticks, task))
        elif isinstance(wish, Join):
            if wish.task.done:
                self.wake(task, wish.task)
            else:
                wish.task.waiters.append(task)
        elif isinstance(wish, tuple):
            channel, item = wish
            channel.items.append(item)
            self.ready.append((task, "send", len(channel.items)))
            if channel.readers:
                self.ready.append((channel.readers.pop(0), "send", channel.items.pop(0)))
        elif isinstance(wish, Channel):
            if wish.items:
                self.ready.append((task, "send", wish.items.pop(0)))
            else:
                wish.readers.append(task)
        elif callable(wish):
            self.ready.append((task, "send", wish(self)))
        else:
            self.ready.append((task, "throw", TypeError(f"cannot wait for {wish!r}")))

    def run(self):
        while self.ready or self.sleeping:
            if not self.ready:
                self.now = min(when for when, _ in self.sleeping)
                for when, task in self.sleeping:
                    if when == self.now:
                        self.ready.append((task, "send", None))
                self.sleeping = [(w, t) for w, t in self.sleeping if w != self.now]
            self.step(*self.ready.pop(0))
        return self.log


def producer(channel, n, pause):
    for i in range(n):
        yield Sleep(pause)
        depth = yield channel, i * 10
        yield lambda s: s.say(f"{channel.name} holds {depth}")
    yield channel, None
    return n


def consumer(channel):
    total = 0
    while (item := (yield channel)) is not None:
        total += item
    return total


def failing():
    yield Sleep(3)
    return 1 // 0


def patient():
    try:
        yield Sleep(1000)
    except Cancelled as e:
        yield lambda s: s.say(f"caught {e}")
        return "cleaned"
    finally:
        yield Sleep(1)


def main(scheduler):
    channel = Channel("pipe")
    make = yield lambda s: s.spawn(producer(channel, 3, 2))
    eat = yield lambda s: s.spawn(consumer(channel))
    bad = yield lambda s: s.spawn(failing())
    slow = yield lambda s: s.spawn(patient())
    first = yield Join(make)
    second = yield Join(eat)
    try:
        yield Join(bad)
    except ZeroDivisionError as e:
        scheduler.say(f"main saw {e}")
    scheduler.cancel(slow)
    third = yield Join(slow)
    try:
        yield "nonsense"
    except TypeError as e:
        scheduler.say(str(e))
    yield from (Sleep(i) for i in range(1, 3))
    return first, second, third


scheduler = Scheduler()
root = scheduler.spawn(main(scheduler))
print("\n".join(scheduler.run()))
print(root, root.result, root.error)
