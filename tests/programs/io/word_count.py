# stdin: the quick brown fox\njumps over the lazy dog\n\nthe END \xe9t\xe9 \xe9t\xe9\n
# Counts of words, lines and bytes from standard input.

import sys
lines = words = chars = 0
seen = {}
longest = ""
for number, line in enumerate(sys.stdin, 1):
    lines += 1
    chars += len(line)
    parts = line.split()
    words += len(parts)
    print(f"{number:>3}: {len(parts)} {line!r}")
    for w in parts:
        seen.setdefault(w.lower(), []).append(number)
        longest = max(longest, w, key=len)
print(lines, words, chars, longest)
for w, where in sorted(seen.items(), key=lambda p: (-len(p[1]), p[0])):
    print(f"{w:.<10}{len(where)} {','.join(map(str, where))}")
print(sys.stdin.readline() == "", sys.stdin.closed)
