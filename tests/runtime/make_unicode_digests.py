"""Writes tests/runtime/unicode_digests.txt: for every 4096 code points a digest of what Python says about each of them.
/usr/bin/python3.11 tests/runtime/make_unicode_digests.py > tests/runtime/unicode_digests.txt"""
for block in range(0, 0x110000, 4096):
    h = 0xcbf29ce484222325
    for c in range(block, block + 4096):
        x = chr(c)
        flags = (x.isalpha(), x.isdecimal(), x.isdigit(), x.isnumeric(), x.isupper(), x.islower(), x.istitle(),
                 x.isspace(), x.isprintable(), x.isidentifier(), ("a" + x).isidentifier(),
                 len(("a" + x + "b").splitlines()) > 1)
        words = [sum(f << i for i, f in enumerate(flags))]
        for text in (x.upper(), x.lower(), x.title(), x.casefold(), ("A" + x + "\u03a3").lower()[-1],
                     ("1" + x + "\u03a3").lower()[-1]):
            words += [ord(y) for y in text]
        for w in words:
            h = (h ^ w) * 0x100000001b3 % 2**64
    print(f"{block:06x} {h:016x}")
