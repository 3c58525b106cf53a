"""binascii: every function, on good and on damaged input."""
import binascii as b


def t(f, *a, **k):
    try:
        print(f.__name__, a, k, f(*a, **k))
    except Exception as e:
        print(f.__name__, a, k, type(e).__name__, e)


for x in (b"", b"YQ==", b"YQ=", b"YQ", b"Y", b"YWJj", b"YW Jj\n", b"=YQ==", b"YQ==YQ==", b"Y===", b"YWI=", b"YWI==", b"YQ=a=",
          b"YQ==a", "YQ==", "\xe9", 5, b"!!!!", b"YWJjZ", bytearray(b"////"), b"++++"):
    t(b.a2b_base64, x)
    t(b.a2b_base64, x, strict_mode=True)
for n in range(8):
    t(b.b2a_base64, bytes(range(250, 250 + min(n, 6))))
t(b.b2a_base64, b"abcd", newline=False)
t(b.b2a_base64, "a")
for args in ((b"abcde", "-"), (b"abcde", ":", 2), (b"abcde", b"_", -2), (b"abcde", "--"), (b"abcde", 5), (b"", "-"), (b"abc", "\xe9"),
             (b"abc", b"\xe9", 1), (b"abc", "-", 0), ("a",), (b"abc", ""), (b"abc", "-", 100), (b"abcdef", "-", 3), (b"abcdef", "-", -4)):
    t(b.hexlify, *args)
t(b.hexlify, data=b"a", sep=":", bytes_per_sep=1)
for x in ("6a", b"6A7", b"zz", 5, "\xe96", b"", b"00FFaB"):
    t(b.unhexlify, x)
for args in ((b"abc",), (b"abc", 5), (b"abc", -1), (b"abc", 2 ** 40 + 1), ("a",), (bytes(range(256)) * 5,), (b"x" * 7,), (b"x" * 9,)):
    t(b.crc32, *args)
t(b.crc_hqx, b"abc", 5)
t(b.crc_hqx, b"abc")
t(b.crc_hqx, b"abc", 2 ** 40)
t(b.b2a_uu, b"abc")
t(b.b2a_uu, b"a" * 46)
t(b.b2a_uu, b"a" * 45)
t(b.b2a_uu, b"\0\0", backtick=True)
t(b.b2a_uu, b"\0\0")
t(b.b2a_uu, b"")
for x in (b"#86)C\n", b"#86)C", b" \n", b"#8\n", b"#86)C!!", b"#86)\x7f", b"#86)C  \n", b"`\n", b"#86)C```"):
    t(b.a2b_uu, x)
for x in (b"a=3Db", b"a=\nb", b"a=\r\nb", b"a=", b"==", b"=zz", b"a_b", b"=4", b"a=\n", b"=3d=3D", "text=20"):
    t(b.a2b_qp, x)
    t(b.a2b_qp, x, True)
for x in (b"a=b", b"a \n", b"a\t\r\nb", b".\n", b"\n.\n", b"x" * 80, b"a b_c\t", b"\xff\0", b"a\r\n", b"a\nb\r\nc", b"x" * 75 + b"=", b"a ",
          b"x" * 74 + b" \n", b"." * 3, b".", b"x" * 73 + b"==", bytes(range(256))):
    for k in ({}, {"quotetabs": True}, {"istext": False}, {"header": True}):
        t(b.b2a_qp, x, **k)
print(b.Error.__mro__, b.Incomplete.__mro__, b.hexlify is b.b2a_hex)
for n in range(200):
    data = bytes((i * i + n) & 255 for i in range(n))
    assert b.a2b_base64(b.b2a_base64(data)) == data
    assert b.unhexlify(b.hexlify(data)) == data
    assert b.a2b_qp(b.b2a_qp(data, istext=False)) == data
    assert n > 45 or b.a2b_uu(b.b2a_uu(data)) == data
