# Building text: join, +=, StringIO-free loops, reversal, palindromes, word statistics.

s = ""
for i in range(300):
    s += chr(97 + i % 26)
    if i % 50 == 0:
        t = s
        s += "!"
        print(len(t), len(s), t[-1], s[-1])
print(s[:30], s[-30:], len(s), s.count("!"))
parts = []
for i in range(5):
    parts.append("-".join(str(i) * j for j in range(3)))
print(parts, "|".join(parts), "".join(parts)[::-1])


def is_palindrome(x):
    x = "".join(c.lower() for c in x if c.isalnum())
    return x == x[::-1]


for x in ("A man, a plan, a canal: Panama", "été", "abc", "", "No lemon, no melon"):
    print(x, is_palindrome(x))
text = """The quick brown fox jumps over the lazy dog.
The dog sleeps; the fox runs away - quickly!
Été: déjà vu, naïve café."""
words = [w.strip(".,;:!-").lower() for w in text.split()]
count = {}
for w in words:
    if w:
        count[w] = count.get(w, 0) + 1
for w, n in sorted(count.items(), key=lambda p: (-p[1], p[0])):
    print(f"{w:<8}{n:>3}", end=";")
print()
print(max(words, key=len), min((w for w in words if w), key=len), sum(map(len, words)), len(set(words)), sorted(set("".join(words)))[-5:])


def caesar(x, k):
    return "".join(chr((ord(c) - b + k) % 26 + b) if c.isascii() and c.isalpha() and (b := 65 if c.isupper() else 97) else c for c in x)


print(caesar("Hello, World!", 3), caesar(caesar("Hello, World!", 3), -3), caesar("é xyz", 5))


def rle(x):
    out, i = [], 0
    while i < len(x):
        j = i
        while j < len(x) and x[j] == x[i]:
            j += 1
        out.append(f"{j - i if j - i > 1 else ''}{x[i]}")
        i = j
    return "".join(out)


print(rle("aaabccddddde"), rle(""), rle("abc"), rle("ééé😀😀"))
width = 24
for line in text.splitlines():
    row = ""
    for w in line.split():
        if len(row) + len(w) + 1 > width:
            print(f"|{row:^{width}}|")
            row = w
        else:
            row = f"{row} {w}".strip()
    print(f"|{row:>{width}}|")
print("".join(sorted("hello world")), "".join(dict.fromkeys("mississippi")), " ".join("hello world".title().swapcase().split()[::-1]), "abc" * 2 + "d" * 0, "".join(a + b for a, b in zip("abc", "xyz")))
for n in (0, 7, 255, 3999, 1994, 48):
    r, m = "", n
    for v, sym in ((1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")):
        r += sym * (m // v)
        m %= v
    print(n, r or "nulla", f"{n:b}", f"{n:o}", f"{n:x}", end="; ")
print()
