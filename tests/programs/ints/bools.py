"""bool is an int with two values."""
print(True + True, True * 5, False - 1, True / 2, True // 2, True % 2, True ** 2, True << 3, ~True)
print(True & False, True | False, True ^ True, True & 3, 2 | True, type(True & False), type(True & 1), type(True | False))
print(True == 1, True is True, False == 0, True < 2, hash(True), str(True), repr(False), bool(2), bool(""), bool([0]))
print(isinstance(True, int), issubclass(bool, int), int(True), float(True), complex(True), [10, 20][True], "ab" * True)
print({True: "a", 1: "b", 1.0: "c"}, {0: "z", False: "f"}, [True, False].count(1), sum([True, True, False]))
print(not True, not 0, not None, not "a", not [], (1 and 0), (0 or "x"), ("" or [] or 0), (1 and "y" and []))
class Truth:
    def __init__(self, v):
        self.v = v
    def __bool__(self):
        print("bool", self.v)
        return self.v
class Sized:
    def __init__(self, n):
        self.n = n
    def __len__(self):
        print("len", self.n)
        return self.n
for t in (Truth(True), Truth(False), Sized(0), Sized(3)):
    print("yes" if t else "no", not t, bool(t))
    if t and Truth(True):
        print("both")
    while t:
        break
print([x for x in (Truth(False), Sized(2), 0, 1) if x][0].n)
class Bad:
    def __bool__(self):
        return 1
try:
    bool(Bad())
except TypeError as e:
    print(e)
class BadLen:
    def __len__(self):
        return -1
try:
    bool(BadLen())
except ValueError as e:
    print(e)
print(all([1, True, "a"]), any([0, False, ""]), bool(float("nan")), True.real, True.bit_length(), f"{True} {True:d} {False:>6}")
