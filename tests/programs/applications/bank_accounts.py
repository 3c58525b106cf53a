# a bank: accounts, transfers that roll back, interest, audit log, exceptions with data
class BankError(Exception): pass
class Insufficient(BankError):
    def __init__(self, account, need): super().__init__(f"{account.owner}: {need} needed, {account.balance} there"); self.account, self.need = account, need
class Frozen(BankError): pass
class Account:
    count = 0
    def __init__(self, owner, balance=0):
        Account.count += 1; self.number = f"{Account.count:04d}"; self.owner = owner; self._balance = balance; self.frozen = False; self.history = []
    @property
    def balance(self): return self._balance
    def _change(self, amount, why):
        if self.frozen: raise Frozen(self.owner)
        if self._balance + amount < self.limit(): raise Insufficient(self, -amount)
        self._balance += amount; self.history.append((why, amount)); return self
    def limit(self): return 0
    def deposit(self, amount):
        if amount <= 0: raise ValueError(f"cannot deposit {amount}")
        return self._change(amount, "deposit")
    def withdraw(self, amount): return self._change(-amount, "withdraw")
    def __repr__(self): return f"{type(self).__name__}({self.owner!r}, {self.balance})"
    def __lt__(self, o): return (self.balance, self.owner) < (o.balance, o.owner)
class Credit(Account):
    def __init__(self, *a, line=100, **k): super().__init__(*a, **k); self.line = line
    def limit(self): return -self.line
class Savings(Account):
    rate = 3
    def accrue(self): return self._change(self.balance * self.rate // 100, "interest")
    def withdraw(self, amount):
        if len([h for h in self.history if h[0] == "withdraw"]) >= 2: raise BankError("too many withdrawals")
        return super().withdraw(amount)
class Bank:
    def __init__(self): self.accounts, self.log = {}, []
    def open(self, cls, *a, **k): acc = cls(*a, **k); self.accounts[acc.number] = acc; return acc
    def __getitem__(self, n):
        try: return self.accounts[n]
        except KeyError: raise BankError(f"no account {n}") from None
    def __iter__(self): return iter(self.accounts.values())
    def transaction(self): return Transaction(self)
    def transfer(self, a, b, amount):
        with self.transaction() as t: self[a].withdraw(amount); self[b].deposit(amount); t.note = f"{a}->{b} {amount}"
class Transaction:
    def __init__(self, bank): self.bank, self.note = bank, "?"
    def __enter__(self): self.saved = [(a, a._balance, a.frozen, list(a.history)) for a in self.bank]; return self
    def __exit__(self, t, v, tb):
        if t is None: self.bank.log.append("ok " + self.note); return False
        for a, b, f, h in self.saved: a._balance, a.frozen, a.history = b, f, h
        self.bank.log.append(f"rolled back: {t.__name__}: {v}")
        return issubclass(t, BankError)
bank = Bank(); ann, bob, cy = bank.open(Account, "Ann", 100), bank.open(Credit, "Bob", line=50), bank.open(Savings, "Cy", 1000)
bank.transfer("0001", "0002", 60); bank.transfer("0001", "0002", 60); bank.transfer("0002", "0001", 105); bank.transfer("0002", "0009", 1); bob.frozen = True; bank.transfer("0003", "0002", 500); bob.frozen = False
print(*bank, bank.log, sep="\n")
for f in (lambda: ann.deposit(-5), lambda: ann.withdraw(10 ** 6), lambda: bank["77"], lambda: cy.accrue().accrue(), lambda: [cy.withdraw(10) for _ in range(3)], lambda: bob.withdraw(6).balance, lambda: setattr(ann, "balance", 5)):
    try: print(f())
    except (BankError, ValueError, AttributeError) as e: print(f"{type(e).__name__}: {e}", getattr(e, "need", ""))
try: bank.transfer("0001", "0002", "ten")
except TypeError as e: print("not swallowed:", e)
print(sorted(bank), max(bank).owner, sum(a.balance for a in bank), bank.log[-1], cy.history, [a.number for a in bank if isinstance(a, Credit)])
