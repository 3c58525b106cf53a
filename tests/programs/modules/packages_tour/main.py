import pk
import pk.sub.mod as m
from pk import helper, VALUE as V
from pk.sub import mod, other
from pk.star import *
print(pk.VALUE, V, helper(3), m.name(), mod is m, other.rel(), pub, pk.sub.mod.__name__, pk.__path__[0][-2:], m.__package__)
try: print(_priv)
except NameError as e: print(e)
from pk.cyc_a import fa
print(fa())
import pk.cyc_a as ca; print(ca.__name__, ca.cyc_b.val)
def lazy():
    from pk import late
    return late.x
print(lazy())
try: import pk.broken
except ValueError as e: print("broken", e)
import sys; print("pk.broken" in sys.modules, "pk.late" in sys.modules)
try: from pk import nothing
except ImportError as e: print(str(e).split("(")[0])
