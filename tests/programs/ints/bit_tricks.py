"""Bit operations on small and big ints, negative numbers, masks, rotations, Gray codes, bit boards, bytes conversions."""

VALUES = [0, 1, -1, 5, -6, 255, -256, 2**31, -(2**31), 2**60, 2**61 - 1, -(2**61), 2**62, 2**63 - 1, -(2**63), 2**64, 2**100 + 1, -(2**100)]
for a in VALUES:
    print(a, ~a, a.bit_length(), a.bit_count(), a & 0xFF, a | 0xF0, a ^ -1, a >> 3, a << 3, a >> 70, a & -a)
for a in (5, -6, 2**62 + 5, -(2**70) - 3):
    for b in (3, -4, 2**61, -(2**65) + 9):
        print(a & b, a | b, a ^ b, (a & ~b), (a ^ b) == (a | b) & ~(a & b), (a & b) + (a | b) == a + b)


def rotate(x, n, width=32):
    n %= width
    mask = (1 << width) - 1
    return (x << n | x >> (width - n)) & mask


print([hex(rotate(0x80000001, n)) for n in (0, 1, 4, 31, 33)], hex(rotate(1 << 127 | 5, 3, 128)))
print([format(i ^ i >> 1, "04b") for i in range(16)])


def reverse(x, width):
    out = 0
    for _ in range(width):
        out = out << 1 | x & 1
        x >>= 1
    return out


print(reverse(0b1011, 4), reverse(1, 64), reverse(0xDEADBEEF, 32), bin(reverse(0b110, 70)))
for n in (0, 1, 127, 128, 255, 256, 65535, 2**64, -1, -128, -129, -(2**64)):
    size = (n.bit_length() + 8) // 8
    raw = n.to_bytes(size, "big", signed=True)
    assert int.from_bytes(raw, "big", signed=True) == n == int.from_bytes(raw[::-1], "little", signed=True)
    print(n, raw.hex(), int.from_bytes(raw, "big"), int.from_bytes(raw, "little"))
for bad in (lambda: (256).to_bytes(1, "big"), lambda: (-1).to_bytes(1, "big"), lambda: (1).to_bytes(1, "middle"), lambda: 1 << -1, lambda: 1 >> -1, lambda: 1.0 & 1, lambda: (-1).to_bytes(-1, "big")):
    try:
        print(bad())
    except (OverflowError, ValueError, TypeError) as e:
        print(type(e).__name__, e)


class Flags:
    """Named bits of one int."""

    NAMES = ("read", "write", "run")

    def __init__(self, bits=0):
        self.bits = bits

    def __or__(self, name):
        return Flags(self.bits | 1 << self.NAMES.index(name))

    def __and__(self, name):
        return bool(self.bits >> self.NAMES.index(name) & 1)

    def __invert__(self):
        return Flags(~self.bits & (1 << len(self.NAMES)) - 1)

    def __index__(self):
        return self.bits

    def __repr__(self):
        return "|".join(n for i, n in enumerate(self.NAMES) if self.bits >> i & 1) or "none"


f = Flags() | "read" | "run"
print(f, ~f, f & "write", f & "run", bin(f), hex(~f), "abcdef"[f], [10, 20, 30, 40, 50, 60][f:], range(f))


def queens(n):
    full = (1 << n) - 1

    def place(columns, left, right):
        if columns == full:
            return 1
        count, free = 0, full & ~(columns | left | right)
        while free:
            bit = free & -free
            free ^= bit
            count += place(columns | bit, (left | bit) << 1, (right | bit) >> 1)
        return count

    return place(0, 0, 0)


print([queens(n) for n in range(1, 9)])
sub, mask, seen = 0b1011, 0b1011, []
while sub:
    seen.append(sub)
    sub = sub - 1 & mask
print(seen, True << 3, True & 6, False | True, type(True & True), type(True & 1), ~True, True ^ True)
