# Tab sizes are C ints; what has no tabs stays the same object.
for size in [2**31, -2**31 - 1, 1 << 62, 1 << 100, 2**31 - 1, -1, 0, 3, True]:
    for text in ["a", b"a", "" if isinstance(size, int) and abs(size) > 100 else "\ta\tbb\n\tc", b"" if abs(size) > 100 else b"\ta\tbb\r\tc"]:
        try:
            print(size, repr(text.expandtabs(size)))
        except OverflowError as e:
            print(size, e)
s = "".join(["no", " tabs"])
print(s.expandtabs() is s)


class S(str):
    pass


print(type(S("x").expandtabs()), type(S("\tx").expandtabs()))
