"""Module globals are one set of variables however they are reached; from-imports copy, attributes do not."""

import state
import state as alias
from state import counter, items, bump, Config

print(state is alias, counter, items)
bump()
bump()
print(counter, state.counter, alias.counter)
counter += 100
print(counter, state.counter)
state.counter = 50
bump()
print(state.counter, vars(state)["counter"], state.__dict__["counter"], bump.__globals__ is vars(state))
items.append("main")
print(state.items, items is state.items)
state.items = ["new"]
print(items, state.show())
state.added = "later"
print(state.read_added(), getattr(state, "added"), hasattr(state, "other"))
del state.added
try:
    state.read_added()
except NameError as e:
    print(e)
try:
    state.other
except AttributeError as e:
    print(e)
Config.level = 3
print(state.level(), state.Config.level, Config is state.Config)
vars(state)["injected"] = lambda: "from outside"
print(state.call_injected(), state.injected())
before = state.bump


def replacement():
    return "replaced"


state.bump = replacement
print(state.call_bump(), before is bump)
state.len = lambda x: -1
print(state.measure([1, 2]), len([1, 2]))
del state.len
print(state.measure([1, 2]))
print(sorted(n for n in dir(state) if not n.startswith("__")), state.__name__, state.__doc__)
import sys

sys.modules["state"].counter = 7
print(state.counter, sys.modules[__name__].counter, __name__)
globals()["made"] = 5
print(made, "made" in dir(), [n for n in ("state", "made", "nothing") if n in globals()])
