# Members of types that describe how CPython lays instances out: only what holds everywhere is shown.
HEAP, BASE, ABSTRACT = 1 << 9, 1 << 10, 1 << 20


class C:
    pass


class S:
    __slots__ = ()


class L(list):
    pass


for t in (int, list, tuple, bytes, str, dict, bool, type, Exception, C, S, L, range):
    f = t.__flags__
    print(t.__name__, bool(f & HEAP), bool(f & BASE), f >> 24 & 255, t.__dictoffset__ != 0, t.__weakrefoffset__ != 0, t.__itemsize__)
C.__abstractmethods__ = frozenset({"x"})
print(bool(C.__flags__ & ABSTRACT), S.__basicsize__ > 0)
for name in ("__flags__", "__basicsize__"):
    for cls in (int, C):
        try:
            setattr(cls, name, 1)
        except (TypeError, AttributeError) as e:
            print(type(e).__name__, e)

cell = (lambda x: lambda: x)(1).__closure__[0]
Cell = type(cell)
print(Cell(5).cell_contents, Cell() == Cell(), Cell() < Cell(1), Cell(1) < Cell(2), Cell(1) == cell)
try:
    Cell().cell_contents
except ValueError as e:
    print(e)
for bad in (lambda: Cell(1, 2), lambda: Cell(x=1)):
    try:
        bad()
    except TypeError as e:
        print(e)
