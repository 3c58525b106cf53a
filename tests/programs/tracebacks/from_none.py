# uncaught: suppressed context
def f(d, k):
    try:
        return d[k]
    except KeyError:
        raise LookupError(f"no {k!r}") from None
print(f({"a": 1}, "a"))
f({}, "zz")
