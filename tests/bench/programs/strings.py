"""Text: joining, replacing, formatting, slicing, searching."""


def main(n):
    parts = []
    for i in range(n):
        parts.append(f"{i:06d}:{i * 7 % 13:x}")
    text = ";".join(parts)
    replaced = text.replace("0:", "zero=").upper()
    found = 0
    at = text.find("99:")
    while at >= 0:
        found += 1
        at = text.find("99:", at + 1)
    pieces = text.split(";")
    reverse = "".join([p[::-1] for p in pieces])
    vowels = 0
    for c in replaced[:300000]:
        if c in "AEIOU":
            vowels += 1
    return len(replaced), found, len(reverse), vowels, "%s-%05.1f" % (pieces[-1], n / 3)


print(main(600000))
