# Integer-string limit, very long text, deep recursion of repr and comparison reported as RecursionError.

for f in (lambda: int("1" * 4300) > 0, lambda: int("1" * 4301), lambda: len(str(10 ** 4299)), lambda: str(10 ** 4300), lambda: repr(-10 ** 5000), lambda: f"{10 ** 5000}", lambda: "%d" % 10 ** 5000 if False else 1, lambda: "%d" % (10 ** 5000), lambda: len(hex(10 ** 5000)), lambda: int("f" * 5000, 16) > 0, lambda: int("7" * 5000, 7), lambda: int("1" * 5000, 2) > 0, lambda: len(f"{10 ** 5000:x}"), lambda: float("1" * 5000), lambda: int("1_" * 4299 + "1") > 0, lambda: int(" " * 5000 + "5"), lambda: int("x" * 5000)):
    try:
        print(f())
    except (ValueError, OverflowError) as e:
        print(type(e).__name__, str(e)[:90])
l = []
for _ in range(100000):
    l = [l]
for f in (lambda: repr(l), lambda: l == [l] if False else repr((l,)), lambda: str({1: l})):
    try:
        f()
        print("ok")
    except RecursionError as e:
        print("RecursionError", e)
m = []
for _ in range(100000):
    m = [m]
try:
    print(l == m)
except RecursionError as e:
    print("RecursionError", e)


def deep(n):
    return 0 if n == 0 else 1 + deep(n - 1)


print(deep(900))
try:
    deep(10 ** 6)
except RecursionError as e:
    print(e)
s = "ab" * 500000
print(len(s), s[-3:], s.count("ba"), len(s.replace("a", "xyz")), s.find("bb"), hash(s) == hash("ab" * 500000), len(s.split("a")), s == "ab" * 499999 + "ab")
acc = ""
for i in range(20000):
    acc += str(i % 10)
print(len(acc), acc[:12], acc[-3:])
b = b""
for i in range(2000):
    b += bytes([i % 256])
print(len(b), b[255:258], sum(b))
