# toy RSA on big integers, primes, calendar, base conversion, brainf*** interpreter, bigint tricks
def egcd(a, b): return (a, 1, 0) if b == 0 else (lambda g, x, y: (g, y, x - a // b * y))(*egcd(b, a % b))
def is_prime(n):
    if n < 2: return False
    for p in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37):
        if n % p == 0: return n == p
    d, s = n - 1, 0
    while d % 2 == 0: d //= 2; s += 1
    for a in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37):
        x = pow(a, d, n)
        if x in (1, n - 1): continue
        for _ in range(s - 1):
            x = x * x % n
            if x == n - 1: break
        else: return False
    return True
def next_prime(n):
    while not is_prime(n): n += 1
    return n
p, q = next_prime(2 ** 127 + 12345), next_prime(3 ** 80); n = p * q; e = 65537; d = egcd(e, (p - 1) * (q - 1))[1] % ((p - 1) * (q - 1))
msg = int.from_bytes("attack at dawn".encode(), "big"); c = pow(msg, e, n); m = pow(c, d, n); print(p, q, n.bit_length(), c % 10 ** 12, m.to_bytes((m.bit_length() + 7) // 8, "big").decode(), pow(e, -1, (p - 1) * (q - 1)) == d)
print([k for k in range(2, 130) if is_prime(2 ** k - 1)], egcd(240, 46), is_prime(561), is_prime(2 ** 89 - 1))
def weekday(y, m, d):
    if m < 3: m += 12; y -= 1
    return (d + 13 * (m + 1) // 5 + y + y // 4 - y // 100 + y // 400 + 5) % 7
def leap(y): return y % 4 == 0 and (y % 100 != 0 or y % 400 == 0)
def calendar(y, m):
    days = [31, 28 + leap(y), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][m - 1]; first = weekday(y, m, 1)
    cells = ["  "] * first + [f"{d:2}" for d in range(1, days + 1)]
    return "\n".join([f"{['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'][m - 1]} {y}".center(20), "Mo Tu We Th Fr Sa Su"] + [" ".join(cells[i:i + 7]) for i in range(0, len(cells), 7)])
print(calendar(2024, 2)); print([y for y in range(1896, 1912) if leap(y)], weekday(2000, 1, 1), sum(weekday(y, m, 13) == 4 for y in range(2000, 2100) for m in range(1, 13)))
def to_base(n, b):
    digits = "0123456789abcdefghijklmnopqrstuvwxyz"; neg, n, out = n < 0, abs(n), ""
    while True:
        n, r = divmod(n, b); out = digits[r] + out
        if not n: return "-" * neg + out
print([to_base(255, b) for b in (2, 3, 8, 16, 36)], to_base(-10 ** 20, 36), all(int(to_base(k, b), b) == k for k in range(-50, 50) for b in range(2, 37)))
def bf(code, inp=""):
    jump, stack = {}, []
    for i, ch in enumerate(code):
        if ch == "[": stack.append(i)
        elif ch == "]":
            if not stack: raise SyntaxError(f"unmatched ] at {i}")
            j = stack.pop(); jump[i], jump[j] = j, i
    if stack: raise SyntaxError(f"unmatched [ at {stack[-1]}")
    tape, ptr, pc, out, src, steps = [0] * 300, 0, 0, [], iter(inp), 0
    while pc < len(code):
        ch = code[pc]; steps += 1
        if ch == ">": ptr += 1
        elif ch == "<": ptr -= 1
        elif ch == "+": tape[ptr] = tape[ptr] + 1 & 255
        elif ch == "-": tape[ptr] = tape[ptr] - 1 & 255
        elif ch == ".": out.append(chr(tape[ptr]))
        elif ch == ",": tape[ptr] = ord(next(src, "\0"))
        elif (ch == "[" and not tape[ptr]) or (ch == "]" and tape[ptr]): pc = jump[pc]
        pc += 1
    return "".join(out), steps
print(bf("++++++++[>++++[>++>+++>+++>+<<<<-]>+>+>->>+[<]<-]>>.>---.+++++++..+++.>>.<-.<.+++.------.--------.>>+.>++."))
print(bf(",[.,]", "echo"), bf(">,[>,]<[.<]", "reverse")[0], bf("-.")[0].encode())
for bad in ("[[]", "]", "+[-]]"):
    try: bf(bad)
    except SyntaxError as x: print(x)
def digits_sum(n): return sum(map(int, str(n)))
f = 1
for i in range(1, 101): f *= i
a, b = 0, 1
for _ in range(500): a, b = b, a + b
print(f, digits_sum(f), a, str(2 ** 1000)[-10:], len(str(3 ** 3000)), (10 ** 50 + 1) // 7 % 10 ** 9, -(10 ** 30) // 7, -(10 ** 30) % 7, (1 << 200) - 1 & (1 << 100), int("f" * 30, 16) ^ int("0f" * 15, 16), f"{10 ** 25:,}", hex(f)[:20])
def isqrt(n):
    x = 1 << (n.bit_length() + 1) // 2
    while (y := (x + n // x) // 2) < x: x = y
    return x
print(isqrt(2 * 10 ** 100), isqrt(10 ** 40) == 10 ** 20, [isqrt(k) for k in range(1, 20)])
def pi_digits():
    q, r, t, k, m, x = 1, 0, 1, 1, 3, 3
    while True:
        if 4 * q + r - t < m * t: yield m; q, r, m = 10 * q, 10 * (r - m * t), (10 * (3 * q + r)) // t - 10 * m
        else: q, r, t, k, m, x = q * k, (2 * q + r) * x, t * x, k + 1, (q * (7 * k + 2) + r * x) // (t * x), x + 2
g = pi_digits(); print("".join(str(next(g)) for _ in range(60)))
