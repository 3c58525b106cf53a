# threads: workers over a queue, locks, events, conditions, barriers, thread-locals, results in order
import queue
import threading
from concurrent.futures import ThreadPoolExecutor, as_completed

jobs, results, lock = queue.Queue(), {}, threading.Lock()


def worker(name):
    while (job := jobs.get()) is not None:
        with lock:
            results[job] = job * job
        jobs.task_done()
    jobs.task_done()


threads = [threading.Thread(target=worker, args=(i,), name=f"w{i}") for i in range(4)]
for t in threads:
    t.start()
for n in range(50):
    jobs.put(n)
jobs.join()
for _ in threads:
    jobs.put(None)
for t in threads:
    t.join()
print(sum(results.values()), len(results), any(t.is_alive() for t in threads), threads[0].name)


class Account:
    def __init__(self):
        self.balance, self.lock = 0, threading.RLock()

    def deposit(self, n):
        with self.lock:
            old = self.balance
            self.balance = old + n

    def twice(self, n):
        with self.lock:
            self.deposit(n)
            self.deposit(n)


account = Account()
crowd = [threading.Thread(target=lambda: [account.twice(1) for _ in range(200)]) for _ in range(5)]
[t.start() for t in crowd]
[t.join() for t in crowd]
print(account.balance)
ready, seen = threading.Event(), []


def waiter():
    ready.wait()
    seen.append("ready")


t = threading.Thread(target=waiter, daemon=True)
t.start()
seen.append("before")
ready.set()
t.join(5)
print(seen, ready.is_set(), t.daemon)
for kind in (queue.PriorityQueue, queue.LifoQueue, queue.Queue, queue.SimpleQueue):
    q = kind()
    for item in (3, 1, 2):
        q.put(item)
    print([q.get() for _ in range(3)], q.empty())
small = queue.Queue(maxsize=1)
small.put_nowait(1)
for action in (lambda: small.put_nowait(2), lambda: queue.Queue().get(timeout=0.01), lambda: queue.Queue().get_nowait(), queue.Queue().task_done, lock.release):
    try:
        action()
    except Exception as error:
        print(type(error).__name__, error)
local = threading.local()
local.x = "main"


def other():
    seen.append(hasattr(local, "x"))
    local.x = "other"


t = threading.Thread(target=other)
t.start()
t.join()
print(seen[-1], local.x, threading.current_thread() is threading.main_thread(), threading.active_count())
barrier, order = threading.Barrier(3, action=lambda: order.append("go")), []
group = [threading.Thread(target=lambda: (barrier.wait(), order.append("after"))) for _ in range(3)]
[t.start() for t in group]
[t.join() for t in group]
print(order)
with ThreadPoolExecutor(max_workers=3) as pool:
    print(list(pool.map(lambda n: n ** 3, range(6))))
    futures = {pool.submit(int, text): text for text in ("1", "x", "3")}
    print(sorted((futures[f], repr(f.exception() or f.result())) for f in as_completed(futures)))
condition, items, eaten = threading.Condition(), [], []


def consume():
    for _ in range(5):
        with condition:
            condition.wait_for(lambda: items)
            eaten.append(items.pop(0))


t = threading.Thread(target=consume)
t.start()
for n in range(5):
    with condition:
        items.append(n)
        condition.notify()
t.join()
print(eaten)
