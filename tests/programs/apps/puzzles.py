# sudoku, tic-tac-toe, n queens, game of life, knapsack, huffman, edit distance, roman numerals
def sudoku(board):
    rows = [set() for _ in range(9)]; cols = [set() for _ in range(9)]; boxes = [set() for _ in range(9)]; cells = []
    grid = [list(map(int, r)) for r in board.split()]
    for r in range(9):
        for c in range(9):
            if v := grid[r][c]: rows[r].add(v); cols[c].add(v); boxes[r // 3 * 3 + c // 3].add(v)
            else: cells.append((r, c))
    full = set(range(1, 10))
    def solve():
        if not cells: return True
        best = min(range(len(cells)), key=lambda i: len(full - rows[cells[i][0]] - cols[cells[i][1]] - boxes[cells[i][0] // 3 * 3 + cells[i][1] // 3]))
        r, c = cells.pop(best); b = r // 3 * 3 + c // 3
        for v in sorted(full - rows[r] - cols[c] - boxes[b]):
            for s in (rows[r], cols[c], boxes[b]): s.add(v)
            grid[r][c] = v
            if solve(): return True
            for s in (rows[r], cols[c], boxes[b]): s.discard(v)
        grid[r][c] = 0; cells.insert(best, (r, c)); return False
    return "\n".join("".join(map(str, r)) for r in grid) if solve() else "none"
print(sudoku("530070000 600195000 098000060 800060003 400803001 700020006 060000280 000419005 000080079")); print(sudoku("55" + "0" * 7 + " 000000000" * 8) == "none")
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
def winner(b): return next((b[x] for x, y, z in LINES if b[x] != "." and b[x] == b[y] == b[z]), None)
memo = {}
def play(b, me):
    if b in memo: return memo[b]
    w = winner(b); other = "O" if me == "X" else "X"
    if w: r = (1 if w == me else -1), None
    elif "." not in b: r = 0, None
    else: r = max(((-play(b[:i] + me + b[i + 1:], other)[0], -i) for i in range(9) if b[i] == "."))
    memo[b] = r; return r
b, me = "." * 9, "X"
while not winner(b) and "." in b: i = -play(b, me)[1]; b = b[:i] + me + b[i + 1:]; me = "O" if me == "X" else "X"
print(b, winner(b), len(memo), play("XX.OO....", "X"), play("X...O...X", "O"))
def queens(n, row=0, cols=(), d1=(), d2=()):
    if row == n: yield cols; return
    for c in range(n):
        if c not in cols and row - c not in d1 and row + c not in d2: yield from queens(n, row + 1, cols + (c,), d1 + (row - c,), d2 + (row + c,))
print(next(queens(8)), [sum(1 for _ in queens(n)) for n in range(1, 8)])
def life(cells): 
    near = {}
    for x, y in cells:
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                if dx or dy: near[x + dx, y + dy] = near.get((x + dx, y + dy), 0) + 1
    return {p for p, n in near.items() if n == 3 or (n == 2 and p in cells)}
g = {(1, 0), (2, 1), (0, 2), (1, 2), (2, 2)}; s = g
for _ in range(40): s = life(s)
print(s == {(x + 10, y + 10) for x, y in g}, sorted(s)); blink = {(0, 0), (1, 0), (2, 0)}; print(sorted(life(blink)), life(life(blink)) == blink)
def knapsack(items, cap):
    best = [(0, ())] * (cap + 1)
    for name, w, v in items:
        for c in range(cap, w - 1, -1): best[c] = max(best[c], (best[c - w][0] + v, best[c - w][1] + (name,)))
    return best[cap]
print(knapsack([("map", 9, 150), ("compass", 13, 35), ("water", 15, 200), ("tin", 6, 30), ("glucose", 15, 60), ("rope", 20, 90)], 45))
def huffman(text):
    freq = {}
    for ch in text: freq[ch] = freq.get(ch, 0) + 1
    heap = sorted((n, ch) for ch, n in freq.items()); heap = [(n, i, ch) for i, (n, ch) in enumerate(heap)]; k = len(heap)
    while len(heap) > 1: (a, _, x), (b, _, y), *heap = heap; heap.append((a + b, k, (x, y))); k += 1; heap.sort(key=lambda t: t[:2])
    codes = {}
    def walk(t, p): codes.update({t: p or "0"}) if isinstance(t, str) else (walk(t[0], p + "0"), walk(t[1], p + "1"))
    walk(heap[0][2], ""); return codes
text = "abracadabra alakazam"; codes = huffman(text); bits = "".join(codes[c] for c in text); back = {v: k for k, v in codes.items()}; out = cur = ""
for bit in bits:
    cur += bit
    if cur in back: out += back[cur]; cur = ""
print(codes, len(bits), out == text)
def edit(a, b):
    prev = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        cur = [i]
        for j, y in enumerate(b, 1): cur.append(min(prev[j] + 1, cur[-1] + 1, prev[j - 1] + (x != y)))
        prev = cur
    return prev[-1]
def lcs(a, b): return "" if not a or not b else lcs(a[:-1], b[:-1]) + a[-1] if a[-1] == b[-1] else max(lcs(a[:-1], b), lcs(a, b[:-1]), key=len)
print(edit("kitten", "sitting"), edit("", "abc"), edit("flaw", "lawn"), lcs("AGGTAB", "GXTXAYB"))
R = [(1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")]
def roman(n): return "" if n == 0 else next(s + roman(n - v) for v, s in R if v <= n)
def unroman(s):
    vals = [dict((b, a) for a, b in R)[c] for c in s]
    return sum(-v if v < w else v for v, w in zip(vals, vals[1:] + [0]))
print([roman(n) for n in (1, 4, 9, 14, 40, 90, 400, 1994, 2023, 3999)], all(unroman(roman(n)) == n for n in range(1, 4000)))
