# an inventory of dataclasses: ordering, defaults, json there and back, validation errors
import json
from dataclasses import asdict, astuple, dataclass, field, fields, replace, FrozenInstanceError


@dataclass(order=True)
class Item:
    sort_key: tuple = field(init=False, repr=False)
    name: str
    price: float
    quantity: int = 0
    tags: list = field(default_factory=list, compare=False)

    def __post_init__(self):
        if self.price < 0:
            raise ValueError(f"negative price for {self.name!r}: {self.price}")
        self.sort_key = (-self.price * self.quantity, self.name)

    @property
    def value(self):
        return self.price * self.quantity


@dataclass(frozen=True, slots=True)
class Location:
    aisle: str
    shelf: int = 1


@dataclass
class Inventory:
    items: dict = field(default_factory=dict)
    places: dict = field(default_factory=dict)

    def add(self, item, place):
        self.items[item.name] = item
        self.places[item.name] = place

    def take(self, name, count):
        try:
            item = self.items[name]
        except KeyError as error:
            raise LookupError(f"no item {name}") from error
        if item.quantity < count:
            raise ValueError(f"only {item.quantity} of {name}, wanted {count}")
        self.items[name] = replace(item, quantity=item.quantity - count)

    def dump(self):
        return json.dumps(
            {"items": [{k: v for k, v in asdict(i).items() if k != "sort_key"} for i in self.items.values()],
             "places": {n: astuple(p) for n, p in self.places.items()}}, indent=2, sort_keys=True)

    @classmethod
    def load(cls, text):
        data = json.loads(text)
        made = cls()
        for row in data["items"]:
            made.add(Item(**row), Location(*data["places"][row["name"]]))
        return made


stock = Inventory()
stock.add(Item("bolt", 0.25, 1000, ["metal", "small"]), Location("A", 3))
stock.add(Item("lamp", 39.9, 4, ["light"]), Location("B"))
stock.add(Item("désk", 199.0, 2), Location("C", 9))
for item in sorted(stock.items.values()):
    print(f"{item.name:<8}{item.price:>9.2f}{item.quantity:>6d}{item.value:>10,.2f}")
stock.take("bolt", 250)
text = stock.dump()
print(text)
again = Inventory.load(text)
print(again == stock, again.items["bolt"])
print([f.name for f in fields(Item)], Location("Z") == Location("Z", 1), hash(Location("Q")) == hash(Location("Q")))
for action in (lambda: stock.take("lamp", 5), lambda: stock.take("sofa", 1), lambda: Item("x", -1.0), lambda: Item(),
               lambda: json.loads('{"items": [1, 2,]}'), lambda: json.dumps(stock)):
    try:
        action()
    except Exception as error:
        print(type(error).__name__, error, "| cause:", repr(error.__cause__))
try:
    stock.places["lamp"].shelf = 4
except FrozenInstanceError as error:
    print("frozen:", error)
