"""An integer loop: arithmetic, comparison, modulo."""


def collatz_steps(limit):
    best = 0
    for start in range(1, limit):
        n = start
        steps = 0
        while n != 1:
            if n % 2 == 0:
                n = n // 2
            else:
                n = 3 * n + 1
            steps += 1
        if steps > best:
            best = steps
    return best


def triangle(n):
    total = 0
    i = 0
    while i < n:
        total += i ^ (i & 7)
        i += 1
    return total


print(collatz_steps(60000), triangle(6000000))
