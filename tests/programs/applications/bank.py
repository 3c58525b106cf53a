"""Accounts, transfers that roll back, an audit trail, interest in exact cents."""


class BankError(Exception):
    code = 1


class Insufficient(BankError):
    code = 2

    def __init__(self, account, wanted):
        self.account, self.wanted = account, wanted
        super().__init__(account.name, wanted)

    def __str__(self):
        return f"{self.account.name} has {money(self.account.balance)}, {money(self.wanted)} wanted"


class Frozen(BankError):
    code = 3


def money(cents):
    sign = "-" if cents < 0 else ""
    return f"{sign}{abs(cents) // 100:,}.{abs(cents) % 100:02d}"


class Account:
    made = 0
    __slots__ = ("name", "_balance", "history", "frozen", "number")

    def __init__(self, name, balance=0):
        Account.made += 1
        self.name, self._balance, self.history, self.frozen = name, balance, [], False
        self.number = Account.made

    @property
    def balance(self):
        return self._balance

    @balance.setter
    def balance(self, value):
        if self.frozen:
            raise Frozen(f"{self.name} is frozen")
        if value < self.limit:
            raise Insufficient(self, self._balance - value)
        self.history.append(value - self._balance)
        self._balance = value

    @property
    def limit(self):
        return 0

    def __lt__(self, other):
        return (self.balance, self.name) < (other.balance, other.name)

    def __repr__(self):
        return f"{type(self).__name__}({self.name!r}, {money(self.balance)})"


class Credit(Account):
    __slots__ = ("_limit",)

    def __init__(self, *args, limit, **kwargs):
        super().__init__(*args, **kwargs)
        self._limit = limit

    @property
    def limit(self):
        return -self._limit


class Transaction:
    def __init__(self, *accounts):
        self.accounts = accounts

    def __enter__(self):
        self.saved = [(a, a._balance, len(a.history)) for a in self.accounts]
        return self

    def __exit__(self, kind, error, trace):
        if kind is None:
            return
        for account, balance, n in self.saved:
            account._balance = balance
            del account.history[n:]
        if isinstance(error, BankError):
            print(f"  rolled back [{error.code}]: {error}")
            return True


class Bank:
    def __init__(self):
        self.accounts = {}

    def open(self, cls, name, *args, **kwargs):
        if name in self.accounts:
            raise BankError(f"there is a {name}")
        account = self.accounts[name] = cls(name, *args, **kwargs)
        return account

    def transfer(self, source, target, cents):
        a, b = self.accounts[source], self.accounts[target]
        with Transaction(a, b):
            b.balance += cents
            a.balance -= cents
            print(f"  {source} -> {target}: {money(cents)}")
            return True
        return False

    def interest(self, rate):
        for account in sorted(self.accounts.values(), reverse=True):
            if account.balance > 0 and not account.frozen:
                account.balance += (account.balance * rate + 5000) // 10000


bank = Bank()
bank.open(Account, "ann", 100_000)
bank.open(Account, "bob", 2_50)
bank.open(Credit, "eve", limit=500_00)
try:
    bank.open(Account, "ann")
except BankError as error:
    print("error", error.code, error, error.args)
for step in [("ann", "bob", 12345), ("bob", "ann", 99999999), ("eve", "bob", 40000), ("eve", "ann", 20000), ("bob", "eve", 1)]:
    print(step[0], bank.transfer(*step))
bank.accounts["bob"].frozen = True
print(bank.transfer("ann", "bob", 5), bank.transfer("bob", "ann", 5))
try:
    bank.transfer("ann", "zed", 1)
except KeyError as error:
    print("no account", error)
try:
    with Transaction(bank.accounts["ann"]):
        bank.accounts["ann"].balance -= 1
        [].pop()
except IndexError as error:
    print(error, bank.accounts["ann"].balance)
for year in range(30):
    bank.interest(475)
for account in sorted(bank.accounts.values()):
    print(account.number, account, len(account.history), sum(account.history), [money(h) for h in account.history[:3]])
print(sum(a.balance for a in bank.accounts.values()), min(bank.accounts.values()), Account.made)
try:
    bank.accounts["ann"].extra = 1
except AttributeError as error:
    print(error)
bank.accounts["eve"].balance = -10**9
