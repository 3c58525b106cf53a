"""Dynamic programming and string algorithms: edit distance with the edits, LCS diff, KMP, suffix array, knapsack, coins, parsing by CYK."""


def edits(a, b):
    rows = [list(range(len(b) + 1))]
    for i, x in enumerate(a, 1):
        row = [i]
        for j, y in enumerate(b, 1):
            row.append(min(rows[-1][j] + 1, row[-1] + 1, rows[-1][j - 1] + (x != y)))
        rows.append(row)
    i, j, script = len(a), len(b), []
    while i or j:
        if i and j and rows[i][j] == rows[i - 1][j - 1] + (a[i - 1] != b[j - 1]):
            i, j = i - 1, j - 1
            script.append(a[i] if a[i] == b[j] else f"{a[i]}>{b[j]}")
        elif i and rows[i][j] == rows[i - 1][j] + 1:
            i -= 1
            script.append(f"-{a[i]}")
        else:
            j -= 1
            script.append(f"+{b[j]}")
    return rows[-1][-1], " ".join(reversed(script))


def diff(a, b):
    table = {}

    def lcs(i, j):
        if (i, j) not in table:
            if i == len(a) or j == len(b):
                table[i, j] = 0
            elif a[i] == b[j]:
                table[i, j] = 1 + lcs(i + 1, j + 1)
            else:
                table[i, j] = max(lcs(i + 1, j), lcs(i, j + 1))
        return table[i, j]

    i = j = 0
    while i < len(a) or j < len(b):
        if i < len(a) and j < len(b) and a[i] == b[j]:
            yield f" {a[i]}"
            i, j = i + 1, j + 1
        elif j == len(b) or i < len(a) and lcs(i + 1, j) >= lcs(i, j + 1):
            yield f"-{a[i]}"
            i += 1
        else:
            yield f"+{b[j]}"
            j += 1


def kmp(text, word):
    fail, k = [0], 0
    for c in word[1:]:
        while k and word[k] != c:
            k = fail[k - 1]
        k += word[k] == c
        fail.append(k)
    k = 0
    for i, c in enumerate(text):
        while k and (k == len(word) or word[k] != c):
            k = fail[k - 1]
        k += word[k] == c
        if k == len(word):
            yield i - k + 1


def suffixes(text):
    order = sorted(range(len(text)), key=lambda i: text[i:])
    shared = []
    for a, b in zip(order, order[1:]):
        n = 0
        while a + n < len(text) and b + n < len(text) and text[a + n] == text[b + n]:
            n += 1
        shared.append(n)
    longest = max(shared)
    return order, text[order[shared.index(longest)] :][:longest]


def knapsack(items, room):
    best = {0: (0, ())}
    for name, weight, value in items:
        for w, (v, names) in list(best.items()):
            if w + weight <= room and best.get(w + weight, (-1,))[0] < v + value:
                best[w + weight] = v + value, names + (name,)
    return max(best.values())


def coins(amount, kinds):
    ways = [1] + [0] * amount
    fewest = [0] + [None] * amount
    for k in kinds:
        for a in range(k, amount + 1):
            ways[a] += ways[a - k]
            if fewest[a - k] is not None and (fewest[a] is None or fewest[a - k] + 1 < fewest[a]):
                fewest[a] = fewest[a - k] + 1
    return ways[-1], fewest[-1]


def cyk(words, grammar):
    n = len(words)
    cell = {(i, i): {a for a, rules in grammar.items() if w in rules} for i, w in enumerate(words)}
    for size in range(2, n + 1):
        for i in range(n - size + 1):
            j = i + size - 1
            cell[i, j] = {
                a for a, rules in grammar.items() for r in rules if isinstance(r, tuple)
                for k in range(i, j) if r[0] in cell[i, k] and r[1] in cell[k + 1, j]
            }
    return sorted(cell[0, n - 1])


for a, b in (("kitten", "sitting"), ("", "abc"), ("flaw", "lawn"), ("same", "same"), ("Straße", "strasse")):
    print(a, b, *edits(a, b))
print(*diff("abcabba", "cbabac"))
print("\n".join(diff(["one", "two", "three", "four"], ["zero", "one", "tree", "four", "five"])))
print(list(kmp("abababcababab", "abab")), list(kmp("aaaa", "aa")), list(kmp("abc", "d")))
print(*suffixes("mississippi"), *suffixes("banana bandana"))
print(knapsack([("a", 5, 10), ("b", 4, 40), ("c", 6, 30), ("d", 3, 50)], 10), knapsack([], 5))
print(coins(100, (1, 5, 10, 25, 50)), coins(3, (2,)), coins(11, (9, 6, 5, 1)), coins(0, (1,)))
grammar = {"S": [("NP", "VP")], "VP": [("V", "NP"), ("VP", "PP")], "NP": [("D", "N"), ("NP", "PP"), "she"], "PP": [("P", "NP")], "V": ["eats"], "D": ["a"], "N": ["fish", "fork"], "P": ["with"]}
for s in ("she eats a fish with a fork", "a fish eats", "eats a fish"):
    print(s, cyk(s.split(), grammar))
pascal = [[1]]
for _ in range(12):
    pascal.append([a + b for a, b in zip([0] + pascal[-1], pascal[-1] + [0])])
print(pascal[-1], [sum(row) for row in pascal], sum(pascal[12][::2]))
