"""Records packed and unpacked with struct, by the module's functions and by a Struct."""
from _struct import Struct, iter_unpack, pack, unpack

record = Struct("<IhBxd")


def by_struct(n):
    data = bytearray()
    for i in range(n):
        data += record.pack(i, i % 30000, i & 255, i * 0.5)
    return sum(a + b + c for a, b, c, d in record.iter_unpack(data)), len(data)


def by_functions(n):
    total = 0
    for i in range(n):
        total += unpack(">HI", pack(">HI", i & 65535, i))[1]
    return total


print(by_struct(800000), by_functions(1000000), sum(x for (x,) in iter_unpack("<q", bytes(range(256)) * 20000)) & 0xFFFF)
