# A package without __init__.py: its attributes and what importlib says of it.
import importlib

import spaces.deep.leaf

print(spaces.__name__, spaces.__package__, spaces.__file__, len(list(spaces.__path__)))
print([p.rpartition("/")[2] for p in spaces.deep.__path__], spaces.deep.leaf.x)
print(importlib.import_module("spaces.deep") is spaces.deep, spaces.deep.__spec__.name)
