import time

for name in ("CLOCK_REALTIME", "CLOCK_MONOTONIC", "CLOCK_PROCESS_CPUTIME_ID", "CLOCK_THREAD_CPUTIME_ID", "CLOCK_BOOTTIME"):
    number = getattr(time, name)
    print(name, number, time.clock_gettime(number) >= 0, time.clock_gettime_ns(number) >= 0, time.clock_getres(number))
print(abs(time.clock_gettime(time.CLOCK_REALTIME) - time.time()) < 1, time.thread_time_ns() > 0)
for action in (
    lambda: time.clock_gettime(999),
    lambda: time.clock_gettime("a"),
    lambda: time.clock_gettime(1 << 40),
    lambda: time.clock_settime(time.CLOCK_MONOTONIC, 1),
    lambda: time.clock_settime(0, "x"),
):
    try:
        print(action())
    except (OSError, TypeError, OverflowError) as e:
        print(type(e).__name__, e)
for name in ("time", "monotonic", "perf_counter", "process_time", "thread_time"):
    print(time.get_clock_info(name))
try:
    time.get_clock_info("sundial")
except ValueError as e:
    print(e)
