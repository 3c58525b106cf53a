# importlib over the program's own modules: import_module, reload, specifications, messages.
import importlib
import sys

import json

m = importlib.import_module("json.decoder")
print(m is json.decoder, m.__spec__.name, m.__spec__.parent, type(m.__loader__).__name__)
print(importlib.import_module(".decoder", "json") is m)
print(json.__spec__.submodule_search_locations == list(json.__path__), __spec__, __package__)
m.JSONDecoder = None
print(importlib.reload(m) is m, m.JSONDecoder.__name__)
for name, package in (("no.such", None), (".x", None), ("..x", "a"), ("json.none", None)):
    try:
        importlib.import_module(name, package)
    except (ImportError, TypeError) as e:
        print(type(e).__name__, e, getattr(e, "name", None))
sys.modules["fake"] = json
print(importlib.import_module("fake") is json)
