# star imports: __all__, underscores, overwriting, __all__ with missing names, order
x = "main x"; _hidden = "main hidden"; keep = "kept"
from plain import *
print(x, _hidden, keep, plain_fn(), "os_like" in globals())
from listed import *
print(x, _hidden, shown, "not_listed" in globals(), "_listed_private" in globals())
try:
    from bad_all import *
except AttributeError as e: print(e)
from pkg import *
print(first.N, "second" in globals(), direct)
from shadows import *
print(len("abc"), max(1, 2))
del len
print(len("abc"))
from empty import *
print(sorted(n for n in globals() if not n.startswith("__")))
import listed
print(listed.not_listed, listed.__all__)
