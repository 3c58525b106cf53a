"""Threads that print at once: no line is lost or comes twice."""
import _thread
import os
import sys
import time

done = []


def work(n):
    for i in range(300):
        sys.stdout.write("%d-%d\n" % (n, i))
        if i % 10 == 0:
            sys.stdout.flush()
    done.append(n)


path = "/tmp/py2_threads_%d" % _thread.get_native_id()
with open(path, "w") as out:
    saved, sys.stdout = sys.stdout, out
    for n in range(6):
        _thread.start_new_thread(work, (n,))
    while len(done) < 6:
        time.sleep(0.001)
    sys.stdout = saved
with open(path) as f:
    lines = f.read().split()
os.remove(path)
print(len(lines), len(set(lines)), sorted(lines)[:3])
