"""Conway's Life on sets, elementary automata on ints, Langton's ant, and a maze filled and solved."""


class Random:
    """A linear congruential generator: the same on every run."""

    def __init__(self, seed):
        self.state = seed

    def below(self, n):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) & (2**64 - 1)
        return (self.state >> 33) % n

    def shuffled(self, items):
        items = list(items)
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]
        return items


def step(alive):
    counts = {}
    for x, y in alive:
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                if dx or dy:
                    cell = x + dx, y + dy
                    counts[cell] = counts.get(cell, 0) + 1
    return {cell for cell, n in counts.items() if n == 3 or n == 2 and cell in alive}


def picture(alive, width, height):
    return "\n".join("".join("#" if (x, y) in alive else "." for x in range(width)) for y in range(height))


glider = {(1, 0), (2, 1), (0, 2), (1, 2), (2, 2)}
world = glider
for generation in range(9):
    if generation % 4 == 0:
        print(f"generation {generation}: {sorted(world)}")
        print(picture(world, 6, 6))
    world = step(world)
pentomino = {(1, 0), (2, 0), (0, 1), (1, 1), (1, 2)}
sizes = []
for _ in range(120):
    sizes.append(len(pentomino))
    pentomino = step(pentomino)
print(sizes[::10], min(pentomino), max(pentomino))


def elementary(rule, width, steps):
    row = 1 << width // 2
    for _ in range(steps):
        yield format(row, f"0{width}b").translate({48: " ", 49: "*"})
        new = 0
        for i in range(width):
            seen = row >> (i - 1) & 7 if i else row << 1 & 7
            new |= (rule >> seen & 1) << i
        row = new


for rule in (30, 90, 110):
    print("rule", rule)
    print("\n".join(line.rstrip() for line in elementary(rule, 33, 10)))

black, at, facing = set(), 0 + 0j, -1j
for _ in range(1000):
    facing *= 1j if at not in black else -1j
    black ^= {at}
    at += facing
print(len(black), at, facing)


def maze(width, height, rng):
    passages, seen, stack = {}, {(0, 0)}, [(0, 0)]
    while stack:
        x, y = stack[-1]
        options = [(x + dx, y + dy) for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1))]
        for cell in rng.shuffled(o for o in options if 0 <= o[0] < width and 0 <= o[1] < height and o not in seen):
            passages.setdefault((x, y), []).append(cell)
            passages.setdefault(cell, []).append((x, y))
            seen.add(cell)
            stack.append(cell)
            break
        else:
            stack.pop()
    return passages


def solve(passages, start, goal):
    came, queue = {start: None}, [start]
    for cell in queue:
        if cell == goal:
            break
        for other in passages[cell]:
            if other not in came:
                came[other] = cell
                queue.append(other)
    path = []
    while goal is not None:
        path.append(goal)
        goal = came[goal]
    return path[::-1]


rng = Random(2024)
passages = maze(9, 6, rng)
path = solve(passages, (0, 0), (8, 5))
for y in range(6):
    print("".join(("o" if (x, y) in path else " ") + (" " if (x + 1, y) in passages[x, y] else "|") for x in range(9)))
    print("".join((" " if (x, y + 1) in passages[x, y] else "-") + "+" for x in range(9)))
print(len(path), sum(map(len, passages.values())) // 2)
