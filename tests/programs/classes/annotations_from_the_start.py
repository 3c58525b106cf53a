"""A body that annotates anything has __annotations__ before its first statement, of its own."""
__annotations__["early"] = 1


class First:
    __annotations__["noted"] = "by hand"
    kept: int = 0


class Nested:
    if False:
        never: str
    print("in a branch", __annotations__)


class Without:
    print("the module's", __annotations__ is globals()["__annotations__"])

    def method(self):
        inner: int = 3
        return inner


class Attribute:
    target = First
    target.extra: int
    print("not a simple name", __annotations__)


print(First.__annotations__, Nested.__annotations__, Without.__annotations__)
print(Without().method(), __annotations__)
try:
    late: int = 1
finally:
    print(__annotations__)
