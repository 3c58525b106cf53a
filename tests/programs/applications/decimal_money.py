# money in decimals and fractions: rounding modes, contexts, splitting bills, interest tables
from decimal import ROUND_CEILING, ROUND_DOWN, ROUND_HALF_EVEN, ROUND_HALF_UP, Context, Decimal, DivisionByZero, Inexact, InvalidOperation, getcontext, localcontext
from fractions import Fraction
from numbers import Number, Rational

CENT = Decimal("0.01")


class Money:
    __slots__ = ("amount", "unit")

    def __init__(self, amount, unit="EUR"):
        self.amount, self.unit = Decimal(amount).quantize(CENT, ROUND_HALF_EVEN), unit

    def _same(self, other):
        if not isinstance(other, Money):
            return NotImplemented
        if other.unit != self.unit:
            raise ValueError(f"{self.unit} and {other.unit} do not mix")
        return other

    def __add__(self, other):
        other = self._same(other)
        return other if other is NotImplemented else Money(self.amount + other.amount, self.unit)

    def __radd__(self, other):
        return self if other == 0 else NotImplemented

    def __mul__(self, factor):
        return Money(self.amount * Decimal(str(factor)), self.unit) if isinstance(factor, Number) else NotImplemented

    __rmul__ = __mul__

    def split(self, ways):
        share = (self.amount / ways).quantize(CENT, ROUND_DOWN)
        rest = int((self.amount - share * ways) / CENT)
        return [Money(share + CENT * (i < rest), self.unit) for i in range(ways)]

    def __format__(self, spec):
        return f"{self.amount:{spec or ',.2f'}} {self.unit}"

    def __repr__(self):
        return f"Money({str(self.amount)!r}, {self.unit!r})"


bill = sum([Money("19.99"), Money("0.015"), Money("1234567.895")])
print(bill, f"{bill}", f"{bill:>20,.1f}", 2 * Money("0.10") * 1.5)
shares = Money("100").split(7)
print([str(s.amount) for s in shares], sum(shares))
for action in (lambda: Money(1) + Money(1, "USD"), lambda: Money(1) + 1, lambda: Money("x"), lambda: Money(1) * "a", lambda: Decimal(1) / 0, lambda: Decimal(0) / 0,
               lambda: Decimal("sNaN") + 1, lambda: Decimal(-2).sqrt(), lambda: Decimal(1.5) + 1.5):
    try:
        print(action())
    except (ArithmeticError, TypeError, ValueError) as error:
        print(type(error).__name__)
with localcontext() as context:
    context.prec = 50
    print(Decimal(2).sqrt(), Decimal(1).exp(), Decimal(10).ln(), sep="\n")
print(getcontext().prec, Decimal(1) / 7, Decimal("1E+3"), Decimal("1e3").to_integral_value(), Decimal("120.00").normalize(), Decimal(0.1))
for mode in (ROUND_CEILING, ROUND_DOWN, ROUND_HALF_EVEN, ROUND_HALF_UP):
    print(f"{mode:<16}", *(str(Decimal(t).quantize(Decimal(1), mode)) for t in ("2.5", "-2.5", "3.5", "-0.4", "7.51")))
balance, rate = Decimal(1000), Decimal("0.0425")
for year in range(1, 6):
    interest = (balance * rate).quantize(CENT, ROUND_HALF_UP)
    balance += interest
    print(f"{year} {interest:>8} {balance:>10} {float(balance):.3f}")
print(Decimal("3.14").as_tuple(), Decimal("-1.25e-7"), Decimal("12345.678").to_eng_string(), format(Decimal("1234.5"), "e"), hash(Decimal(2)) == hash(2))
strict = Context(prec=3, traps=[Inexact, DivisionByZero, InvalidOperation])
try:
    strict.divide(1, 3)
except Inexact as error:
    print(type(error).__name__)
print(strict.add(Decimal("1.1"), Decimal("2.2")), Decimal("7").compare(Decimal(8)), max(Decimal("1.0"), Decimal(1)), divmod(Decimal(-7), 2), Decimal(-7) // 2, Decimal("1.10") == Decimal("1.1"))
third = Fraction("1/3") + Fraction("0.25") * 2 - Fraction(1.5)
print(third, third.limit_denominator(2), Fraction(Decimal("0.375")), isinstance(third, Rational), third ** 2, third ** -1, round(third, 1), float(third), Fraction(7, 3) // 1, Fraction(-7, 3) % 2)
