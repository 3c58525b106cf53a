"""A thread that waits for a pipe does not hold the others up."""
import _thread
import os
import time

r, w = os.pipe()
got = []


def read():
    got.append(os.read(r, 10))
    with open(r, "rb", buffering=0, closefd=False) as f:
        got.append(f.read(5))


_thread.start_new_thread(read, ())
time.sleep(0.02)
print(got)
os.write(w, b"first")
while len(got) < 1:
    time.sleep(0.001)
print(got)
os.write(w, b"next!")
while len(got) < 2:
    time.sleep(0.001)
print(got)
