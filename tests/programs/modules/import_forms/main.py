# import forms: as, from, nested, conditional, inside functions and classes, attributes of modules, repeated imports
import tools
import tools as t
import pkg
import pkg.sub.deep
import pkg.sub.deep as d
from pkg import alpha, beta as b
from pkg.sub import deep as dd, VALUE
from pkg.sub.deep import (f, g as gg,)
from tools import *
print(tools is t, d is dd is pkg.sub.deep, alpha, b, VALUE, f(), gg(), public, "_private" in globals(), tools.__name__, tools.counter)
print(pkg.__name__, pkg.sub.deep.__name__, pkg.__package__, pkg.sub.deep.__package__, __name__, hasattr(pkg, "sub"), hasattr(pkg, "lazy"))
def late():
    from pkg import lazy
    import pkg.lazy as again
    return lazy is again, lazy.LOADED
print(late(), hasattr(pkg, "lazy"))
class K:
    from tools import public as member
    import tools as module
    def get(self): return self.member, self.module.counter
print(K().get())
tools.counter += 1
from tools import counter
tools.counter += 1
print(counter, t.counter, tools.bump(), tools.counter)
tools.public = "patched"
print(public, tools.public, tools.read_public(), K.member)
tools.added = "new"
print(t.added, sorted(n for n in vars(tools) if not n.startswith("__")))
del tools.added
try: tools.added
except AttributeError as e: print(e)
for make in (lambda: __import__("tools").counter, lambda: tools.nothing):
    try: print(make())
    except AttributeError as e: print(e)
try:
    from tools import missing_name
except ImportError as e: print(e.name, str(e).split(" (")[0])
try:
    import json_that_is_not_there
except ModuleNotFoundError as e: print(e, e.name)
try:
    from pkg import no_such_thing
except ImportError as e: print(str(e).split(" (")[0])
try:
    import fast_version as impl
except ImportError:
    import tools as impl
print(impl.__name__, repr(tools).split(" from ")[0], type(tools).__name__)
if impl is tools:
    import pkg.cond
    print(pkg.cond.WHO)
try: tools()
except TypeError as e: print(e)
try: from_nothing
except NameError as e: print(e)
print([m.__name__ for m in (tools, pkg, pkg.sub, pkg.sub.deep)], tools.__doc__, pkg.__doc__)
