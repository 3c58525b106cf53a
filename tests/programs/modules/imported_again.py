# A module taken out of sys.modules is run anew by the next import; the old object keeps what it had.
import sys, importlib
import colorsys
colorsys.extra = 'mine'
old = sys.modules.pop('colorsys')
new = importlib.import_module('colorsys')
print(new is old, hasattr(new, 'rgb_to_hsv'), hasattr(old, 'rgb_to_hsv'), hasattr(new, 'extra'), old.extra)
print(new.rgb_to_hsv(.1, .2, .3), old.ONE_THIRD == new.ONE_THIRD, sorted(set(dir(old)) - set(dir(new))))
new.ONE_THIRD = 7
print(old.ONE_THIRD == 7, new.__dict__ is old.__dict__, sys.modules['colorsys'] is new)
