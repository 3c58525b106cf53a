# abc, Generic and Protocol: abstract shapes, typed containers, structural checks, repr of types
from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Iterator, MutableMapping, Sized
from typing import (Any, Callable, ClassVar, Dict, Generic, List, Literal, NamedTuple, NewType, Optional, Protocol, TypedDict, TypeVar, Union, cast, get_args,
                    get_origin, get_type_hints, runtime_checkable)
import math

T = TypeVar("T")
K = TypeVar("K", bound=Hashable)


class Shape(ABC):
    count: ClassVar[int] = 0

    def __init_subclass__(cls, sides=None, **rest):
        super().__init_subclass__(**rest)
        cls.sides = sides

    @property
    @abstractmethod
    def area(self) -> float: ...

    @abstractmethod
    def scale(self, by: float) -> "Shape": ...

    def __str__(self):
        return f"{type(self).__name__}({self.area:.2f})"


class Circle(Shape):
    def __init__(self, r):
        self.r = r

    area = property(lambda self: math.pi * self.r ** 2)

    def scale(self, by):
        return Circle(self.r * by)


class Rect(Shape, sides=4):
    def __init__(self, w, h):
        self.w, self.h = w, h

    @property
    def area(self):
        return self.w * self.h

    def scale(self, by):
        return type(self)(self.w * by, self.h * by)


class Half(Shape):
    area = 0.0


print(*map(str, [Circle(1), Rect(2, 3).scale(2)]), Rect.sides, Circle.sides, sorted(Half.__abstractmethods__))
for cls in (Shape, Half):
    try:
        cls()
    except TypeError as error:
        print(error)


class Stack(Generic[T]):
    def __init__(self) -> None:
        self.items: List[T] = []

    def push(self, item: T) -> "Stack[T]":
        self.items.append(item)
        return self

    def __iter__(self) -> Iterator[T]:
        return reversed(self.items)

    def __len__(self):
        return len(self.items)


class Registry(MutableMapping[K, T]):
    def __init__(self):
        self.data = {}

    def __getitem__(self, key):
        return self.data[key]

    def __setitem__(self, key, value):
        self.data[key] = value

    def __delitem__(self, key):
        del self.data[key]

    def __iter__(self):
        return iter(self.data)

    def __len__(self):
        return len(self.data)


@runtime_checkable
class Closes(Protocol):
    def close(self) -> None: ...


class Door:
    def close(self):
        print("slam")


class Point(NamedTuple):
    x: int
    y: int = 0


class Movie(TypedDict, total=False):
    name: str
    year: int


UserId = NewType("UserId", int)
print(list(Stack[int]().push(1).push(2)), Stack[int], Stack[T].__parameters__, isinstance(Stack(), Sized), isinstance(Stack(), Iterable))
r = Registry()
r.update(a=1, b=2)
print(r.pop("a"), r.setdefault("c", 3), dict(r), r.get("z"), "b" in r, list(r.items()), r == {"b": 2, "c": 3})
print(isinstance(Door(), Closes), isinstance(3, Closes), issubclass(Door, Closes))
print(Optional[int], Union[int, str, int], Dict[str, List[int]], Callable[[int], str], Literal["a", 1], int | None, list[int], get_origin(Dict[str, int]), get_args(Union[int, str]))
print(Point(1), Point._field_defaults, Movie(name="x"), UserId(5), cast(int, "s"), Any, UserId)
for bad in (lambda: List[int](), lambda: Stack[int, str], lambda: isinstance([], List[int]), lambda: r.pop("q"), lambda: Closes(), lambda: Union[()], lambda: Point()):
    try:
        print(bad())
    except Exception as error:
        print(type(error).__name__, error)
