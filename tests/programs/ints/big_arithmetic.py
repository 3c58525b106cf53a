"""Big ints: arithmetic that needs many digits."""
a = 3 ** 400
b = 7 ** 150
c = -(11 ** 90)
print(a + b, a - b, a * b, a // b, a % b, a // c, a % c, divmod(c, b))
print(a & b, a | b, a ^ b, a & c, a | c, a ^ c, ~c)
print(a >> 100, c >> 100, a << 33, c << 3, c >> 1000)
print(a == a + 0, a < b, a > b, c < 0, hash(a), hash(c), bool(a))
print(pow(a, 3, b), pow(b, a, 1000003), pow(3, -1, 7), pow(-5, 3, 7), pow(2, 100, -7))
print(a.bit_length(), c.bit_length(), a.bit_count(), (a * b).bit_length())
print(str(a), len(str(a ** 3)), int(str(a)) == a, int(hex(b), 16) == b, oct(b), bin(7 ** 20))
print(a / b, b / a, float(b), int(float(b)), c / 7, a / 3 ** 399)
print(round(a, -50), round(c, -10), round(12345678901234567890123, -3))
f = 1
for i in range(1, 120):
    f *= i
print(f, f // 2 ** 100, f % (10 ** 30 + 57))
q = 10 ** 200
for i in range(60):
    q = q * 13 // 11 + i
print(q)
print((1 << 3000) % (10 ** 50), (10 ** 500 + 1) * (10 ** 500 - 1) == 10 ** 1000 - 1)
print(-7 // 10 ** 30, -7 % 10 ** 30, 10 ** 30 // -7, (-(10 ** 30)) % 97)
print(int.from_bytes(a.to_bytes(100, "big"), "big") == a, c.to_bytes(60, "little", signed=True).hex()[:40])
print(max(a, b, c) == a, sorted([a, c, b, 5]) == [c, 5, b, a], sum([a, b, c]))
