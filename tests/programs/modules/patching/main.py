# patching functions, classes and constants across modules; builtins seen by all modules; module-level __getattr__
import builtins
import lib
import user
print(user.run(), lib.total(3))
lib.step = lambda n: n * 100
print(user.run(), lib.total(3), user.imported_step(2))
lib.LIMIT = 5
print(user.limit(), lib.limit())
lib.Thing.name = "patched thing"
print(user.thing())
class Replacement:
    def __str__(self): return "replacement"
lib.Thing = Replacement
print(user.thing(), user.made_here())
old = builtins.sum
builtins.sum = lambda it: ("patched sum", old(it))
print(lib.total(3), user.run())
builtins.sum = old
print(lib.total(3))
builtins.shared_name = "from builtins"
print(user.read_shared())
del builtins.shared_name
try: user.read_shared()
except NameError as e: print(e)
print(lib.anything, lib.computed_x, hasattr(lib, "no"))
try: lib.no_such
except AttributeError as e: print(e)
def counting(n, calls=[]):
    calls.append(n)
    return len(calls)
saved, lib.step = lib.step, counting
print(lib.total(4), lib.total(2)); lib.step = saved
vars(lib)["LIMIT"] = 77; print(lib.limit(), user.limit()); setattr(lib, "LIMIT", 78); print(user.limit()); del lib.LIMIT
try: lib.limit()
except NameError as e: print(e)
print(user.limit())
