"""while and for with else, break out of several levels, continue in finally, return in loops, and nested try in loops."""


def find(rows, wanted):
    for y, row in enumerate(rows):
        for x, value in enumerate(row):
            if value == wanted:
                break
        else:
            continue
        break
    else:
        return None
    return x, y


rows = [[1, 2], [3, 4], [5, 6]]
print([find(rows, n) for n in range(8)])


def collatz(n, limit):
    steps = 0
    while n != 1:
        if steps == limit:
            break
        n = 3 * n + 1 if n % 2 else n // 2
        steps += 1
    else:
        return f"done in {steps}"
    return f"stopped at {n}"


print([collatz(n, 20) for n in (1, 6, 27)])


def finals(n):
    log = []
    for i in range(n):
        try:
            if i == 1:
                continue
            if i == 3:
                break
            log.append(f"body {i}")
        finally:
            log.append(f"finally {i}")
            if i == 4:
                return log
    else:
        log.append("else")
    return log


print(finals(1), finals(2), finals(5))


def overriding():
    while True:
        try:
            return "try"
        finally:
            break
    return "after"


def swallowing():
    for i in range(3):
        try:
            raise ValueError(i)
        finally:
            continue
    return f"swallowed {i}"


def nested():
    log = []
    for i in range(4):
        try:
            try:
                if i == 0:
                    raise KeyError(i)
                if i == 1:
                    raise ValueError(i)
                if i == 2:
                    continue
                log.append(f"ok {i}")
            except KeyError:
                log.append("key")
                continue
            finally:
                log.append(f"inner {i}")
        except ValueError as e:
            log.append(f"value {e}")
        else:
            log.append("else")
        finally:
            log.append(f"outer {i}")
    return log


print(overriding(), swallowing())
print(nested())


def returning(mode):
    for a in "abc":
        with_value = a
        for b in (1, 2, 3):
            try:
                if mode == "inner" and b == 2:
                    return a, b
                if mode == "raise" and b == 3:
                    raise LookupError
            except LookupError:
                return "caught", a, b
            else:
                if mode == "else" and a == "b":
                    return "else", a, b
            finally:
                with_value += str(b)
                if mode == "finally" and b == 1:
                    return with_value
    return "end", with_value


print([returning(m) for m in ("inner", "raise", "else", "finally", "none")])
n = 0
while (n := n + 1) < 10:
    if n % 2:
        continue
    if n > 7:
        break
    print(n, end=" ")
else:
    print("not reached")
print("|", n)
while n:
    n -= 3
    if n < 0:
        n = 0
else:
    print("else of while", n)
data = [1, 2, 3, 4, 5, 6]
for d in data:
    if d % 2:
        data.remove(d)
print(data)
queue = [3]
for q in queue:
    if q:
        queue.extend([q - 1] * 2)
print(queue)
