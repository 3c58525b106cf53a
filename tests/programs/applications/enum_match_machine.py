# enums and match: a vending machine by states, flags, patterns of every kind
from dataclasses import dataclass
from enum import Enum, Flag, IntEnum, IntFlag, auto, unique


class State(Enum):
    IDLE = auto()
    PAID = auto()
    BROKEN = auto()

    @property
    def open(self):
        return self is not State.BROKEN


class Coin(IntEnum):
    NICKEL = 5
    DIME = 10
    QUARTER = 25


class Access(Flag):
    READ = auto()
    WRITE = auto()
    ADMIN = READ | WRITE


class Planet(Enum):
    EARTH = (5.976e24, 6.37814e6)
    MARS = (6.421e23, 3.3972e6)

    def __init__(self, mass, radius):
        self.mass, self.radius = mass, radius

    def gravity(self):
        return 6.67430e-11 * self.mass / self.radius ** 2


@dataclass
class Insert:
    coin: Coin


@dataclass
class Choose:
    slot: str
    count: int = 1


class Machine:
    prices = {"gum": 15, "bar": 40}

    def __init__(self):
        self.state, self.paid = State.IDLE, 0

    def handle(self, event):
        match (self.state, event):
            case (State.BROKEN, _):
                return "out of order"
            case (_, "kick" | "shake" as how):
                self.state = State.BROKEN
                return f"{how}ed to death"
            case (_, Insert(coin=Coin() as coin)):
                self.paid += coin
                self.state = State.PAID
                return f"{coin.name} makes {self.paid}"
            case (State.IDLE, Choose()):
                return "pay first"
            case (State.PAID, Choose(slot=name, count=n)) if self.prices.get(name, 10 ** 6) * n <= self.paid:
                change, self.paid, self.state = self.paid - self.prices[name] * n, 0, State.IDLE
                return f"{n} {name}, change {change}"
            case (State.PAID, Choose(slot)):
                return f"not enough for {slot}"
            case (_, {"service": code, **rest}):
                return f"service {code} {sorted(rest)}"
            case (_, [first, *others]):
                return f"list of {first} and {len(others)} more"
            case (_, int() | float() as number):
                return f"number {number}"
            case _:
                return f"what is {event!r}?"


m = Machine()
for event in (Choose("gum"), Insert(Coin.DIME), Choose("gum"), Insert(Coin.QUARTER), Choose("gum", 2), Choose("caviar"), {"service": 7, "by": "me"},
              [1, 2, 3], 3.5, None, Insert(5), "shake", Choose("bar")):
    print(m.state.name, "->", m.handle(event), "->", m.state)
print(list(Coin), Coin(10) is Coin.DIME, Coin["QUARTER"] + 1, sorted(Coin, reverse=True)[0], State.IDLE.open)
print(Access.ADMIN, Access.READ in Access.ADMIN, ~Access.READ, Access.READ & Access.WRITE, bool(Access(0)), repr(Access.READ | Access.WRITE))
print({p.name: round(p.gravity(), 3) for p in Planet}, Planet.EARTH, State.__members__.keys())
for bad in (lambda: Coin(3), lambda: State["GONE"], lambda: setattr(State, "IDLE", 4), lambda: State.IDLE < State.PAID):
    try:
        bad()
    except Exception as error:
        print(type(error).__name__, error)
try:
    @unique
    class Twice(Enum):
        A = 1
        B = 1
except ValueError as error:
    print(error)
Animal = Enum("Animal", "CAT DOG")
Bits = IntFlag("Bits", ["R", "W", "X"])
print(list(Animal), Bits.R | Bits.X, Bits(5), Bits.W + 1, f"{Coin.DIME}", f"{State.IDLE}", format(Coin.DIME, "04d"))
