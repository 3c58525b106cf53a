import pkg
pkg.order.append("y")
from . import x
NAME = "y"
def peer(): return x.NAME
