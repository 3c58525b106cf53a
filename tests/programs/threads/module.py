"""The module threading over _thread: events, conditions, timers, exceptions, the end of the program."""
import threading
import time

order = []


def work(n):
    with lock:
        order.append((n, threading.current_thread().name, threading.current_thread().daemon))


lock = threading.RLock()
for n in range(3):
    t = threading.Thread(target=work, args=(n,), name="T%d" % n, daemon=n == 2)
    print(t.is_alive(), t.ident)
    t.start()
    t.join()
    print(t.is_alive())
print(order)
event = threading.Event()
threading.Timer(0.02, event.set).start()
print(event.wait(5), event.is_set(), threading.Event().wait(0.01))
condition = threading.Condition()
items = []


def consume():
    with condition:
        while not items:
            condition.wait()
        print("got", items.pop())


consumer = threading.Thread(target=consume)
consumer.start()
with condition:
    items.append("item")
    condition.notify()
consumer.join()
barrier = threading.Barrier(3)
semaphore = threading.BoundedSemaphore(2)
passed = []


def meet():
    with semaphore:
        pass
    barrier.wait()
    passed.append(1)


threads = [threading.Thread(target=meet) for _ in range(3)]
for t in threads:
    t.start()
for t in threads:
    t.join()
print(len(passed), barrier.broken)
local = threading.local()
local.x = 1
seen = []
t = threading.Thread(target=lambda: seen.append(hasattr(local, "x")))
t.start()
t.join()
print(seen, threading.active_count(), threading.main_thread() is threading.current_thread())


def hook(args):
    print("hook", args.exc_type.__name__, args.exc_value, args.thread.name, args.exc_traceback is not None)


def fail():
    raise ValueError("in a thread")


threading.excepthook = hook
t = threading.Thread(target=fail, name="failing")
t.start()
t.join()
threading.excepthook = threading.__excepthook__
t = threading.Thread(target=fail, name="failing again")
t.start()
t.join()


def late():
    time.sleep(0.05)
    print("late")


threading.Thread(target=late).start()
print("the main thread ends")
