# pow() with three arguments asks each type once, the more special one first.
class Base:
    def __init__(self, name): self.name = name
    def __pow__(self, other, mod=None): print('Base.__pow__', self.name, other, mod); return NotImplemented

class Derived(Base):
    def __pow__(self, other, mod=None): print('Derived.__pow__', self.name, other, mod); return NotImplemented
    def __repr__(self): return 'Derived'

class Plain:
    def __repr__(self): return 'Plain'

Base.__repr__ = lambda self: 'Base'
for a, b, c in [(Base('a'), Plain(), 5), (Plain(), Base('b'), 5), (2, 3, Base('c')), (Base('a'), Derived('b'), 7), (Base('a'), Base('b'), Base('c')), (2, Derived('b'), Derived('c'))]:
    try:
        print(pow(a, b, c))
    except TypeError as e:
        print(e)
print(pow(3, 20, 1000), pow(3, -1, 7), pow(2.0, 3, None), pow(2, 3, mod=None))
try:
    pow(2.0, 3, 5)
except TypeError as e:
    print(e)
