# Warnings: where they are placed, filters, registries.
import _warnings
_warnings.filters[:] = [('default', None, DeprecationWarning, '__main__', 0), ('ignore', None, PendingDeprecationWarning, None, 0)]
_warnings._filters_mutated()
def f():
    _warnings.warn("careful")
    _warnings.warn("careful too", stacklevel=2)
def g():
    f()
for i in range(2): g()
_warnings.warn(DeprecationWarning("in main"))
_warnings.warn("old", PendingDeprecationWarning)
_warnings.warn_explicit("explicit", UserWarning, "some.py", 3)
_warnings.warn_explicit("explicit", UserWarning, "some.py", 3, registry={})
for bad in (lambda: _warnings.warn("x", int), lambda: _warnings.warn("x", 3), lambda: _warnings.warn_explicit("x", UserWarning, 3, 4), lambda: _warnings.warn("x", UserWarning, "s")):
    try:
        bad()
    except TypeError as e:
        print(e)
print(sorted(k[0] for k in __warningregistry__ if k != 'version'))
_warnings.filters.insert(0, ("error", None, UserWarning, None, 0))
_warnings._filters_mutated()
try:
    f()
except UserWarning as e:
    print("raised", e)
_warnings.filters.insert(0, ("once", None, UserWarning, None, 0))
_warnings._filters_mutated()
for i in range(3): f()
print(_warnings._defaultaction)
_warnings.filters.insert(0, ("bogus", None, UserWarning, None, 0))
_warnings._filters_mutated()
try:
    f()
except RuntimeError as e:
    print(str(e)[:35])
_warnings.warn("far", BytesWarning, stacklevel=10)
