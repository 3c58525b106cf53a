"""Modules that are programs too: what stands under their `__name__ == "__main__"` does not run, and may import what is not there."""

import helper
from helper import twice


def main():
    print("main runs", twice(21), helper.__name__, __name__)
    return [helper.VALUE, helper.other()]


if "__main__" == __name__:
    print(main())
    import helper as again

    print(again is helper)
if __name__ != "__main__":
    raise SystemExit("not here")
if helper.__name__ == "__main__":
    raise SystemExit("nor here")
try:
    helper.tests()
except ImportError as e:
    print(type(e).__name__, e)
print([n for n in dir(helper) if not n.startswith("_")])
