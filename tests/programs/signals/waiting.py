import _signal as signal
import _thread
import os
import time

both = {signal.SIGUSR1, signal.SIGUSR2}
print(signal.pthread_sigmask(signal.SIG_BLOCK, both))
signal.raise_signal(signal.SIGUSR2)
print(signal.sigpending())
print(signal.sigwait(both), signal.sigpending())
os.kill(os.getpid(), signal.SIGUSR1)
info = signal.sigwaitinfo(both)
print(info.si_signo, info.si_pid == os.getpid(), len(info), type(info).__name__)
print(signal.sigtimedwait(both, 0.01), signal.sigtimedwait(both, 0))
print(sorted(signal.pthread_sigmask(signal.SIG_UNBLOCK, both)))
print(signal.pthread_sigmask(signal.SIG_BLOCK, []))
print(len(signal.valid_signals()), 32 in signal.valid_signals(), [signal.strsignal(n) for n in (1, 9, 32, 34, 64)])

got = []
signal.signal(signal.SIGUSR1, lambda number, frame: got.append(_thread.get_ident() == main))
main = _thread.get_ident()
lock = _thread.allocate_lock()
lock.acquire()


def send():
    time.sleep(0.02)
    signal.pthread_kill(main, signal.SIGUSR1)
    time.sleep(0.05)
    lock.release()


_thread.start_new_thread(send, ())
print(lock.acquire(), got)


def refuse():
    try:
        signal.signal(signal.SIGUSR1, signal.SIG_DFL)
    except ValueError as e:
        print(e)
    lock.release()


_thread.start_new_thread(refuse, ())
lock.acquire()


# a handler's exception ends the wait for a lock
def raising(number, frame):
    raise KeyError(number)


signal.signal(signal.SIGALRM, raising)
signal.setitimer(signal.ITIMER_REAL, 0.03)
try:
    lock.acquire(timeout=10)
except KeyError as e:
    print("KeyError", e)
read, write = os.pipe()
signal.setitimer(signal.ITIMER_REAL, 0.03)
try:
    os.read(read, 1)
except KeyError as e:
    print("KeyError", e)
_thread.start_new_thread(lambda: (time.sleep(0.03), _thread.interrupt_main()), ())
try:
    while True:
        time.sleep(0.01)
except KeyboardInterrupt:
    print("KeyboardInterrupt")
