"""Modules that register themselves, conditional and late imports, names rebound under an alias, __all__ and stars."""

import sys

import registry
from plugs import *
from plugs import upper as shout, counting

try:
    import never_there
except ImportError as e:
    print(e)

print(sorted(registry.TABLE), "upper" in dir(), "hidden" in globals(), shout.__name__)
for name in sorted(registry.TABLE):
    print(name, registry.run(name, "Hello, World"))


def late():
    from plugs.extra import reverse
    import plugs.extra as again

    return reverse is again.reverse, registry.run("reverse", "abc")


print("plugs.extra" in sys.modules)
print(late(), "plugs.extra" in sys.modules)
print(sorted(registry.TABLE), registry.ORDER)
try:
    registry.run("nothing", "")
except registry.Unknown as e:
    print("unknown:", e, e.options)
try:
    registry.register("upper")(len)
except ValueError as e:
    print(e)
registry.TABLE["upper"] = lambda s: "patched"
print(shout.upper("x"), registry.run("upper", "x"))
counting.count = lambda s: -1
print(counting.count("abc"), registry.run("count", "abc"), counting.twice("abc"))
import plugs

print(plugs.__name__, plugs.upper is shout, plugs.__all__, plugs.__package__, shout.__package__)
print([m for m in sorted(sys.modules) if m.split(".")[0] in ("plugs", "registry")])
