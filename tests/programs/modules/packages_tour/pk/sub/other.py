from . import mod
from .. import VALUE
from ..sub.mod import name as nm
def rel(): return (mod.name(), VALUE, nm())
