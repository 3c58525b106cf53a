# a text adventure as a state machine: rooms, items, commands by name, scripted input
# stdin: look\nnorth\ntake lamp\nnorth\nlight lamp\nnorth\ntake gold\ninventory\nsouth\neast\ndance\ndrop lamp\nlook\nuse key\nwest\nopen chest\nquit\nnever read\n
import sys
class Room:
    def __init__(self, name, text, dark=False): self.name, self.text, self.exits, self.items, self.dark = name, text, {}, [], dark
    def connect(self, direction, other):
        back = {"north": "south", "south": "north", "east": "west", "west": "east"}
        self.exits[direction] = other; other.exits[back[direction]] = self
class GameOver(Exception): pass
class Game:
    def __init__(self):
        hall, cave, vault, garden = Room("Hall", "A cold hall."), Room("Cave", "Water drips."), Room("Vault", "Gold glitters.", dark=True), Room("Garden", "Roses.")
        hall.connect("north", cave); cave.connect("north", vault); cave.connect("east", garden)
        hall.items += ["key"]; cave.items += ["lamp"]; vault.items += ["gold", "dust"]; garden.items += ["chest"]
        self.here, self.bag, self.lit, self.score, self.turn = hall, [], False, 0, 0
    def visible(self): return not self.here.dark or (self.lit and "lamp" in self.bag)
    def do_look(self):
        if not self.visible(): return "It is dark."
        exits = ", ".join(sorted(self.here.exits)); items = " and ".join(self.here.items) or "nothing"
        return f"{self.here.name}: {self.here.text} Exits: {exits}. You see {items}."
    def go(self, d):
        nxt = self.here.exits.get(d)
        if nxt is None: return f"You cannot go {d}."
        self.here = nxt; return self.do_look()
    def do_take(self, item):
        if not self.visible(): return "You grope in the dark."
        if item not in self.here.items: return f"No {item} here."
        self.here.items.remove(item); self.bag.append(item); self.score += {"gold": 50}.get(item, 1); return f"Taken: {item}."
    def do_drop(self, item):
        try: self.bag.remove(item)
        except ValueError: return f"You have no {item}."
        self.here.items.append(item); return f"Dropped {item}."
    def do_light(self, item="lamp"): self.lit = item in self.bag; return "Light!" if self.lit else "Nothing happens."
    def do_inventory(self): return ", ".join(sorted(self.bag)) or "empty"
    def do_use(self, *what): return f"You wave {' '.join(what)}." if what and what[0] in self.bag else "Use what?"
    def do_open(self, what): return "It is locked." if "key" not in self.bag else "Open!"
    def do_quit(self): raise GameOver("bye")
    def command(self, line):
        self.turn += 1
        word, *args = line.split() or [""]
        if word in ("north", "south", "east", "west"): return self.go(word)
        handler = getattr(self, "do_" + word, None)
        if handler is None: return f"What is {word!r}?"
        try: return handler(*args)
        except TypeError as e: return "Pardon? " + str(e).split(") ")[-1]
game = Game()
try:
    for line in sys.stdin:
        line = line.strip()
        print(">", line); print(game.command(line))
    else: print("input ended")
except GameOver as e: print(e, game.score, game.turn)
print(game.command("take"), game.command("drop a b"), game.command(""), sep="|")
print(repr(sys.stdin.readline()))
