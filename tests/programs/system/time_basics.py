# time: gmtime, strftime, mktime, struct_time, sleep, monotonic clocks, errors.

def t(f, *a, **k):
    try:
        print(repr(f(*a, **k)))
    except Exception as e:
        print(type(e).__name__ + ":", e)


import time
for s in (0, 1, 86399, 951782400, 1700000000, -1, 4102444800, 1.9, 68169600, 32503680000):
    g = time.gmtime(s); print(tuple(g), time.asctime(g), time.strftime("%Y-%m-%d %H:%M:%S %j %U %w %a %A %b %B %y %I %p %% %c|%x|%X|%d/%m", g), time.ctime(s), time.mktime(g))
g = time.gmtime(1700000000)
print(g, g.tm_year, g[0], g[:3], len(g), g.tm_zone, g.tm_gmtoff, g.tm_isdst, g == tuple(g), g < (2024,), isinstance(g, tuple), hash(g) == hash(tuple(g)), time.localtime(5) == time.gmtime(5), time.tzname, time.timezone, time.daylight, time.altzone)
print(time.strftime("%G %V %u %e %h %D %F %T %R %C", g), repr(time.strftime("", g)), time.strftime("plain é", g), time.strftime("%%Y", g), time.strftime("%Z %z", g))
for f in (lambda: time.gmtime("a"), lambda: time.gmtime(1e20), lambda: time.gmtime(float("nan")), lambda: time.strftime(5), lambda: time.strftime("%Y", (1, 2)), lambda: time.strftime("%Y", 5), lambda: time.strftime("%Y", (2000, 13, 1, 0, 0, 0, 0, 1, 0)), lambda: time.strftime("%Y", (2000, 1, 32, 0, 0, 0, 0, 1, 0)), lambda: time.strftime("%H", (2000, 1, 1, 24, 0, 0, 0, 1, 0)), lambda: time.sleep(-1), lambda: time.sleep("a"), lambda: time.mktime("a"), lambda: time.asctime((1, 2)), lambda: time.mktime((1, 2)), lambda: time.struct_time((1, 2)), lambda: time.struct_time(5), lambda: time.sleep(), lambda: time.ctime("x"), lambda: time.asctime(5), lambda: g.foo, lambda: time.strftime("%Y", ("a",) * 9), lambda: time.time(1), lambda: time.gmtime(10 ** 30)):
    t(f)
st = time.struct_time((2020, 2, 29, 1, 2, 3, 5, 60, 0)); print(st, st.tm_mon, time.strftime("%d %b %Y %H:%M:%S", st), time.asctime(st), time.mktime(st), time.strftime("%Y", (99, 1, 1, 0, 0, 0, 0, 1, 0)), time.mktime((2000, 14, 35, 30, 70, 80, 0, 0, 0)))
a = time.monotonic(); b = time.perf_counter(); c = time.time(); time.sleep(0.02); time.sleep(0)
print(time.monotonic() - a >= 0.02, time.perf_counter() - b >= 0.02, time.time() >= c, 1.6e9 < c < 5e9, type(time.time_ns()).__name__, abs(time.time_ns() / 1e9 - time.time()) < 1, time.monotonic_ns() > 0, time.perf_counter_ns() > 0, time.process_time() >= 0, time.process_time_ns() >= 0, time.thread_time() >= 0, len(time.ctime()), len(time.asctime()), time.localtime().tm_year >= 2023, time.strftime("%Y") >= "2023")
