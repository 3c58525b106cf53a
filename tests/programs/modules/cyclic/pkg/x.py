from . import order
order.append("x")
from . import y
NAME = "x knows " + y.NAME
