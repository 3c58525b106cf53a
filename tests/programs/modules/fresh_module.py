"""Importing a module anew, as tests of two implementations do: without its accelerator, frozen or not."""
import _imp
import importlib
import sys

import colorsys

for enabled in (1, -1, 0):
    print(_imp._override_frozen_modules_for_tests(enabled))
try:
    _imp._override_frozen_modules_for_tests("x")
except TypeError as e:
    print(type(e).__name__)
old = sys.modules.pop("colorsys")
new = importlib.import_module("colorsys")
print(new is sys.modules["colorsys"], new is old)
