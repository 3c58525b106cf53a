order = []
from . import x
from .y import peer
order.append("init")
