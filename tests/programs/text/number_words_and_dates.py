"""Numbers as words and Roman numerals, calendar arithmetic without a library, and small text games."""

ONES = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split()
TENS = "_ _ twenty thirty forty fifty sixty seventy eighty ninety".split()
SCALES = ((10**12, "trillion"), (10**9, "billion"), (10**6, "million"), (10**3, "thousand"), (100, "hundred"))


def words(n):
    if n < 0:
        return "minus " + words(-n)
    if n < 20:
        return ONES[n]
    if n < 100:
        return TENS[n // 10] + ("-" + ONES[n % 10] if n % 10 else "")
    for size, name in SCALES:
        if n >= size:
            rest = n % size
            joint = " and " if 0 < rest < 100 else " " if rest else ""
            return f"{words(n // size)} {name}{joint}{words(rest) if rest else ''}"


def value(text):
    total = group = 0
    for word in text.replace("-", " ").replace(" and ", " ").split():
        if word in ONES:
            group += ONES.index(word)
        elif word in TENS:
            group += 10 * TENS.index(word)
        elif word == "hundred":
            group *= 100
        else:
            total += group * dict((n, s) for s, n in SCALES)[word]
            group = 0
    return total + group


ROMAN = dict(M=1000, CM=900, D=500, CD=400, C=100, XC=90, L=50, XL=40, X=10, IX=9, V=5, IV=4, I=1)


def to_roman(n):
    out = ""
    for letters, v in ROMAN.items():
        while n >= v:
            out, n = out + letters, n - v
    return out


def from_roman(s):
    total = 0
    for c, after in zip(s, s[1:] + " "):
        total += -ROMAN[c] if ROMAN.get(after, 0) > ROMAN[c] else ROMAN[c]
    if to_roman(total) != s:
        raise ValueError(f"{s} is no proper numeral, {to_roman(total)} is")
    return total


def leap(y):
    return y % 4 == 0 and (y % 100 != 0 or y % 400 == 0)


def day_number(y, m, d):
    """Days since 1970-01-01 in the proleptic Gregorian calendar."""
    y -= m <= 2
    era, year = divmod(y, 400)
    day = (153 * (m + (-3 if m > 2 else 9)) + 2) // 5 + d - 1
    return era * 146097 + year * 365 + year // 4 - year // 100 + day - 719468


def date_of(n):
    era, day = divmod(n + 719468, 146097)
    year = (day - day // 1460 + day // 36524 - day // 146096) // 365
    rest = day - (365 * year + year // 4 - year // 100)
    m = (5 * rest + 2) // 153
    return year + era * 400 + (m >= 10), m + (3 if m < 10 else -9), rest - (153 * m + 2) // 5 + 1


def calendar(y, m):
    first = (day_number(y, m, 1) + 3) % 7
    length = [31, 28 + leap(y), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][m - 1]
    cells = ["  "] * first + [f"{d:2}" for d in range(1, length + 1)]
    return "\n".join(" ".join(cells[i : i + 7]).rstrip() for i in range(0, len(cells), 7))


def easter(y):
    a, (b, c) = y % 19, divmod(y, 100)
    h = (19 * a + b - b // 4 - (b - (b + 8) // 25 + 1) // 3 + 15) % 30
    k = (32 + 2 * (b % 4) + 2 * (c // 4) - h - c % 4) % 7
    m = (a + 11 * h + 22 * k) // 451
    return divmod(h + k - 7 * m + 114, 31)


for n in (0, 13, 40, 99, 100, 101, 342, 1000, 1001, 12345, 10**6, 1000010, 999999999999, -7):
    print(n, words(n), n < 0 or value(words(n)) == n)
print([to_roman(n) for n in (1, 4, 9, 14, 40, 90, 400, 1994, 2026, 3999)], all(from_roman(to_roman(n)) == n for n in range(1, 4000)))
for bad in ("IIII", "VX", "IC"):
    try:
        print(from_roman(bad))
    except ValueError as e:
        print(e)
print([day_number(*d) for d in ((1970, 1, 1), (2000, 2, 29), (1969, 12, 31), (1, 1, 1), (9999, 12, 31))])
print(all(day_number(*date_of(n)) == n for n in range(-800000, 800000, 1237)), date_of(0), date_of(20000), date_of(-719162))
print(calendar(2024, 2))
print([f"{y}-{m:02}-{d + 1:02}" for y in (1900, 2000, 2024, 2026) for m, d in (easter(y),)], [y for y in range(1896, 1910) if leap(y)])
WEEK = "Mon Tue Wed Thu Fri Sat Sun".split()
print([f"{y}-{m}" for y in range(2026, 2029) for m in range(1, 13) if WEEK[(day_number(y, m, 13) + 3) % 7] == "Fri"])


def pig(word):
    vowels = "aeiouAEIOU"
    at = next((i for i, c in enumerate(word) if c in vowels), 0)
    moved = word[at:] + word[:at] + ("way" if at == 0 else "ay")
    return moved.capitalize() if word[0].isupper() else moved


print(" ".join(map(pig, "The quick brown fox Ate eggs".split())), "Hello, World".translate(str.maketrans("lo", "01", "H")), "".join(sorted("Mississippi", key=str.lower)))
print("".join(chr((ord(c) - 97 + 13) % 26 + 97) if c.islower() else c for c in "uryyb, jbeyq"), " ".join(format(ord(c), "b") for c in "hé"), "noon level x".split()[::-1])
