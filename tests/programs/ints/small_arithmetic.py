"""Small ints: every operator on a grid of values."""
values = [-1000003, -256, -7, -2, -1, 0, 1, 2, 3, 10, 255, 65537]
for a in values:
    for b in values:
        row = [a + b, a - b, a * b, a & b, a | b, a ^ b, a < b, a <= b, a == b, a != b, a > b, a >= b]
        if b:
            row += [a // b, a % b, divmod(a, b), a / b]
        print(a, b, row)
for a in values:
    print(a, -a, +a, ~a, abs(a), bool(a), not a, a.bit_length(), a.bit_count())
    for s in range(0, 70, 7):
        print(a << s, a >> s, end=" ")
    print()
for a in (-3, 0, 2, 5):
    for e in range(0, 12):
        print(a ** e, end=" ")
    print()
for op in ("//", "%", "divmod"):
    try:
        if op == "//":
            print(1 // 0)
        elif op == "%":
            print(1 % 0)
        else:
            print(divmod(1, 0))
    except ZeroDivisionError as e:
        print(op, e)
