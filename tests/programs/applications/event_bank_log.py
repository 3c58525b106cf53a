"""Event sourcing: accounts rebuilt from a log, snapshots, queries with generators, validation by descriptors, money as ints."""


class Money:
    __slots__ = ("cents",)

    def __init__(self, amount=0):
        if isinstance(amount, str):
            sign = -1 if amount.startswith("-") else 1
            whole, _, part = amount.lstrip("-").partition(".")
            self.cents = sign * (int(whole) * 100 + int((part + "00")[:2]))
        elif isinstance(amount, Money):
            self.cents = amount.cents
        else:
            self.cents = amount

    def __add__(self, other):
        return Money(self.cents + other.cents) if isinstance(other, Money) else NotImplemented

    def __radd__(self, other):
        return self if other == 0 else NotImplemented

    def __sub__(self, other):
        return Money(self.cents - other.cents)

    def __neg__(self):
        return Money(-self.cents)

    def __mul__(self, percent):
        q, r = divmod(self.cents * percent, 100)
        return Money(q + (r * 2 >= 100))

    def __lt__(self, other):
        return self.cents < other.cents

    def __eq__(self, other):
        return isinstance(other, Money) and self.cents == other.cents

    def __hash__(self):
        return hash(("money", self.cents))

    def __bool__(self):
        return self.cents != 0

    def __format__(self, spec):
        text = f"{abs(self.cents) // 100:,}.{abs(self.cents) % 100:02}"
        return format(("-" if self.cents < 0 else "") + text, spec)

    def __repr__(self):
        return f"Money({self})"

    __str__ = lambda self: format(self)


class Event:
    kinds = {}

    def __init_subclass__(cls):
        Event.kinds[cls.__name__.lower()] = cls

    def __init__(self, at, account, **fields):
        self.at, self.account = at, account
        wanted = self.__annotations__ if "__annotations__" in type(self).__dict__ else {}
        if set(fields) != set(wanted):
            raise TypeError(f"{type(self).__name__} wants {sorted(wanted)}, got {sorted(fields)}")
        for name in wanted:
            setattr(self, name, fields[name])

    def __repr__(self):
        extra = "".join(f" {k}={v}" for k, v in vars(self).items() if k not in ("at", "account"))
        return f"{self.at}:{type(self).__name__}({self.account}{extra})"


class Opened(Event):
    owner: str


class Deposited(Event):
    amount: Money


class Withdrawn(Event):
    amount: Money


class Moved(Event):
    amount: Money
    to: str


class Closed(Event):
    pass


class Rejected(Exception):
    pass


class Bank:
    def __init__(self, events=()):
        self.events, self.state = [], {}
        for e in events:
            self.apply(e)

    def apply(self, event):
        getattr(self, f"on_{type(event).__name__.lower()}")(event)
        self.events.append(event)
        return event

    def on_opened(self, e):
        if e.account in self.state:
            raise Rejected(f"{e.account} is open")
        self.state[e.account] = {"owner": e.owner, "balance": Money(), "count": 0}

    def change(self, account, amount):
        if account not in self.state:
            raise Rejected(f"no account {account}")
        after = self.state[account]["balance"] + amount
        if after < Money():
            raise Rejected(f"{account} would have {after}")
        self.state[account] = {**self.state[account], "balance": after, "count": self.state[account]["count"] + 1}

    def on_deposited(self, e):
        self.change(e.account, e.amount)

    def on_withdrawn(self, e):
        self.change(e.account, -e.amount)

    def on_moved(self, e):
        before = dict(self.state)
        try:
            self.change(e.account, -e.amount)
            self.change(e.to, e.amount)
        except Rejected:
            self.state = before
            raise

    def on_closed(self, e):
        if self.state[e.account]["balance"]:
            raise Rejected(f"{e.account} is not empty")
        del self.state[e.account]

    def history(self, account):
        balance = Money()
        for e in self.events:
            match_amount = getattr(e, "amount", None)
            if match_amount is None:
                continue
            if e.account == account:
                balance += match_amount if isinstance(e, Deposited) else -match_amount
            elif getattr(e, "to", None) == account:
                balance += match_amount
            else:
                continue
            yield e, balance


bank = Bank()
SCRIPT = [
    ("opened", "a", dict(owner="Ann")), ("opened", "b", dict(owner="Bob")), ("deposited", "a", dict(amount=Money("100.5"))),
    ("moved", "a", dict(amount=Money("30.25"), to="b")), ("withdrawn", "b", dict(amount=Money("31"))), ("moved", "a", dict(amount=Money("1"), to="zz")),
    ("opened", "a", dict(owner="x")), ("closed", "b", {}), ("deposited", "b", {}), ("withdrawn", "b", dict(amount=Money("30.25"))), ("closed", "b", {}),
    ("deposited", "a", dict(amount=Money(123456789))),
]
for at, (kind, account, fields) in enumerate(SCRIPT):
    try:
        print(bank.apply(Event.kinds[kind](at, account, **fields)))
    except (Rejected, TypeError) as e:
        print(f"{at}: {type(e).__name__}: {e}")
print({k: (v["owner"], str(v["balance"]), v["count"]) for k, v in bank.state.items()})
for e, balance in bank.history("a"):
    print(f"{e!r:45} {balance:>15}")
again = Bank(bank.events)
print(again.state == bank.state, len(again.events), sum((e.amount for e in bank.events if hasattr(e, "amount"))), sorted(Event.kinds))
print([str(Money(c) * p) for c, p in ((1050, 5), (999, 10), (-100, 33), (1, 50), (1, 49))], Money("-0.05"), Money("7"), {Money(5): 1}[Money("0.05")])
try:
    Money(1) + 1
except TypeError as e:
    print(e)
