import _thread
import time

lock = _thread.allocate_lock()
print(lock.acquire(), lock.acquire(False), lock.acquire(timeout=0.01), lock.locked())
lock.release()
for arguments in ((True, -2), (False, 1), (True, 1e30), (True, float("nan")), (True, "x"), (True, 10**30)):
    try:
        print(lock.acquire(*arguments))
    except (TypeError, ValueError, OverflowError) as e:
        print(type(e).__name__, e)
for action in (lock.release, lock.release):
    try:
        print(action())
    except RuntimeError as e:
        print("RuntimeError", e)
r = _thread.RLock()
with r, r:
    print(r._is_owned())
    saved = r._release_save()
    print(saved[0], r._is_owned())
    r._acquire_restore(saved)
try:
    r.release()
except RuntimeError as e:
    print(e)
print(str(lock).split(" object")[0], str(r).split(" at ")[0])

total = 0
ended = []


def work(n, name="x"):
    global total
    for _ in range(n):
        with lock:
            total += 1
    ended.append(name)


for k in range(8):
    _thread.start_new_thread(work, (5000,), {"name": k})
while len(ended) < 8:
    time.sleep(0.005)
print(total, sorted(ended))

for arguments in ((1, ()), (len, 1), (len, (), 1), (len,)):
    try:
        _thread.start_new_thread(*arguments)
    except TypeError as e:
        print(e)

# a thread that never polls outside its loop gives the lock away
stop = False
spins = 0


def spin():
    global spins
    while not stop:
        spins += 1
    ended.append("spin")


_thread.start_new_thread(spin, ())
while not spins:
    time.sleep(0.001)
stop = True
while "spin" not in ended:
    time.sleep(0.001)
print("handed over")
