"""Word counting: dicts, strs, splitting, sorting."""


def make_text(n):
    words = []
    seed = 42
    for _ in range(n):
        seed = (seed * 1103515245 + 12345) % 2147483648
        words.append("w" + str(seed % 5000))
        if seed % 13 == 0:
            words.append("the,")
    return " ".join(words)


def count(text):
    counts = {}
    for word in text.lower().split():
        word = word.strip(".,;")
        counts[word] = counts.get(word, 0) + 1
    return counts


def main():
    text = make_text(300000)
    total = 0
    for _ in range(4):
        counts = count(text)
        letters = {}
        for word, n in counts.items():
            for c in word:
                letters[c] = letters.get(c, 0) + n
        total += sum(letters.values())
    top = sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:5]
    print(total, top)


main()
