# while/else, for/else, nested loops with else, loop variables after the loop, walrus in conditions, chained and starred assignment
def first_factor(n):
    for d in range(2, n):
        if n % d == 0: break
    else: return f"{n} prime"
    return f"{n}={d}*{n // d}"
print([first_factor(n) for n in (7, 9, 2, 15)])
for i in range(3):
    for j in range(3):
        if j > i: break
    else: print("no break", i, j)
    if i == 2: break
else: print("never")
print(i, j)
n = 10
while n > 0:
    n -= 3
    if n == 100: break
else: print("while else", n)
while n: n += 1
else: print("done", n)
while True:
    n += 1
    if n % 2: continue
    if n > 6: break
print(n)
for x in []: pass
else: print("empty else", "x" in globals())
for x, (y, *z), w in [(1, (2, 3, 4), 5), ("a", "bc", "d")]: print(x, y, z, w, end="; ")
print()
data = iter([3, 1, 4, 1, 5]); total = 0
while (v := next(data, None)) is not None: total += v
print(total, v, [y := 1, y + 1], (q := 3) + q, [last := k for k in range(3)], last, {(z := "k"): z}, (lambda: (w := 5) + w)())
if (m := len("abc")) > 2 and (m2 := m * 2): print(m, m2)
print([s for t in (" a ", "", "b") if (s := t.strip())], any((hit := c) == "b" for c in "abc"), hit)
a = b = c = []; a.append(1); print(b, c is a); a, b = b, a = [1], [2]; print(a, b)
x = y, z = 1, 2; print(x, y, z); [p, q], r = (s, t) = ("ab", "cd"); print(p, q, r, s, t)
*a, = "xyz"; print(a); a, *b, c = range(6); print(a, b, c); a, (b, *c), *d = 1, "hey", 2, 3; print(a, b, c, d); *_, last = (1, 2, 3); print(_, last); (a, b), c = [1, 2], 3; print(a, b, c)
def bad(k):
    if k == 0: a, b = 1
    if k == 1: a, b = 1, 2, 3
    if k == 2: a, b, c = "xy"
    if k == 3: a, *b, c = [1]
    if k == 4: (a, b), c = 1, 2
    if k == 5: a, b = {}
    if k == 6: [a] = []
    if k == 7: a, b = None
    if k == 8: *a, b = iter(())
    if k == 9: a, b = iter(range(9))
    if k == 10: a, b = {1: 2, 3: 4, 5: 6}
for k in range(11):
    try: bad(k)
    except (TypeError, ValueError) as e: print(e, end="; ")
print()
i = 0
l = [0] * 4
i, l[i] = 2, "two"; print(i, l); l[0], l[1], l[2] = l[2], l[0], l[1]; print(l)
for l[i] in "ab": pass
print(l)
for i in range(3):
    for i in "xy": pass
    print(i, end=" ")
for i in range(5):
    if i == 1: continue
    if i == 3: break
    print(i, end=" ")
else: print("else")
print(i)
k = 3
while (k := k - 1): print(k, end=" ")
else: print("k", k)
for i, ch in enumerate("ab", start=5): print(i, ch, end=" ")
for a, b in zip([1, 2], "xy"): print(a, b, end=" ")
for k, v in sorted({"b": 1, "a": 2}.items()): print(k, v, end=" ")
for i in reversed(range(0, 10, 4)): print(i, end=" ")
for c in sorted("hello", reverse=True)[:3]: print(c, end="")
print()
def loop_returns():
    for i in range(10):
        while True:
            i += 1
            if i > 3: return i, "inner"
            break
    return "outer"
print(loop_returns())
r = range(3)
for i in r:
    r = "changed"
print(i, r)
