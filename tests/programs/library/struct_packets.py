# struct and binascii: a small binary format written and read back, with headers, checksums, iteration
import binascii
import io
import struct
from collections import namedtuple

HEADER = struct.Struct(">4sHBxI")
RECORD = struct.Struct("<ihd?")
Header = namedtuple("Header", "magic version flags length")


class Corrupt(ValueError):
    pass


def write(rows, flags=0):
    body = b"".join(RECORD.pack(*row) for row in rows)
    return HEADER.pack(b"PK2\0", 3, flags, len(body)) + body + struct.pack("!I", binascii.crc32(body))


def read(data):
    stream = io.BytesIO(data)
    header = Header._make(HEADER.unpack(stream.read(HEADER.size)))
    if header.magic != b"PK2\0":
        raise Corrupt(f"bad magic {header.magic!r}")
    body = stream.read(header.length)
    (check,) = struct.unpack("!I", stream.read(4))
    if check != binascii.crc32(body):
        raise Corrupt(f"checksum {check:#010x}")
    return header, list(RECORD.iter_unpack(body))


rows = [(1, -2, 3.5, True), (2 ** 31 - 1, 32767, float("inf"), False), (-5, 0, -0.0, True)]
data = write(rows, 7)
print(HEADER.size, RECORD.size, RECORD.format, len(data), binascii.hexlify(data, " ", 4))
header, again = read(data)
print(header, again == rows, again)
damaged = bytearray(data)
damaged[20] ^= 1
for bad in (lambda: read(damaged), lambda: read(b"XXXX" + data[4:]), lambda: read(data[:5]), lambda: RECORD.pack(1, 40000, 1.0, 1), lambda: RECORD.pack(1, 2),
            lambda: struct.unpack("<i", b"abc"), lambda: struct.pack("i", "x"), lambda: struct.calcsize("z"), lambda: list(RECORD.iter_unpack(b"12"))):
    try:
        bad()
    except (struct.error, Corrupt) as error:
        print(type(error).__name__, error)
buffer = bytearray(16)
struct.pack_into("<HH", buffer, 4, 0x1234, 0xBEEF)
print(buffer, struct.unpack_from(">I", buffer, 4), memoryview(buffer)[4:8].hex())
print(struct.pack("5p3s", b"abcdefgh", b"z"), struct.unpack("<e", struct.pack("<e", 1 / 3)), struct.pack(">qQ", -1, 2 ** 64 - 1))
for f in ("bB", "hHiI", "@bq", "=bq", "3i", "0i", "10sb0q", "n"):
    print(f, struct.calcsize(f), end="; ")
print()
