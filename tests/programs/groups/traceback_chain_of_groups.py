# Groups as cause and context of exceptions that are no groups.
def a():
    raise ExceptionGroup("a", [ValueError(1), ExceptionGroup("b", [TypeError(2)])])


try:
    a()
except ExceptionGroup as e:
    raise RuntimeError("not a group") from e
