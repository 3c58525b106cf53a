import _signal as signal
import time

calls = []


def handler(number, frame):
    calls.append((number, frame.f_code.co_name))


def wait_in_here():
    before = time.monotonic()
    time.sleep(0.15)
    return time.monotonic() - before >= 0.15


print(signal.signal(signal.SIGUSR1, handler), signal.getsignal(signal.SIGUSR1) is handler)
signal.raise_signal(signal.SIGUSR1)
print(calls)
calls.clear()
signal.signal(signal.SIGALRM, handler)
print(signal.setitimer(signal.ITIMER_REAL, 0.05), signal.getitimer(signal.ITIMER_REAL)[1])
print(wait_in_here(), calls)


def loop_in_here():
    n = 0
    while not calls:
        n += 1
    return n > 0


calls.clear()
signal.setitimer(signal.ITIMER_REAL, 0.05)
print(loop_in_here(), calls)


class Stop(Exception):
    pass


def raising(number, frame):
    raise Stop(number)


signal.signal(signal.SIGALRM, raising)
signal.setitimer(signal.ITIMER_REAL, 0.02)
try:
    time.sleep(10)
except Stop as e:
    print("stopped", e)
signal.setitimer(signal.ITIMER_REAL, 0.02)
try:
    signal.pause()
except Stop as e:
    print("stopped", e)
try:
    signal.setitimer(signal.ITIMER_REAL, 0.02)
    while True:
        pass
except Stop as e:
    print("stopped", e)
print(signal.signal(signal.SIGALRM, signal.SIG_IGN) is raising, signal.getsignal(signal.SIGALRM))
print(signal.alarm(100), signal.alarm(0))
try:
    signal.raise_signal(signal.SIGINT)
    print("not reached")
except KeyboardInterrupt:
    print("KeyboardInterrupt")
print(signal.getsignal(signal.SIGINT) is signal.default_int_handler, signal.getsignal(signal.SIGTERM))

for action in (
    lambda: signal.signal(0, 1),
    lambda: signal.signal(2, 5),
    lambda: signal.signal(9, 0),
    lambda: signal.signal(2),
    lambda: signal.strsignal(0),
    lambda: signal.getsignal(100),
    lambda: signal.pthread_sigmask(9, [1]),
    lambda: signal.pthread_sigmask(0, [100]),
    lambda: signal.pthread_sigmask(0, ["a"]),
    lambda: signal.setitimer(9, 1),
    lambda: signal.set_wakeup_fd(77),
    lambda: signal.set_wakeup_fd("a"),
    lambda: signal.set_wakeup_fd(1),
    lambda: signal.siginterrupt(99, 1),
    lambda: signal.raise_signal(99),
    lambda: signal.sigtimedwait([1], -1),
    lambda: signal.default_int_handler(1),
):
    try:
        print(action())
    except (TypeError, ValueError, OSError) as e:
        print(type(e), e)
