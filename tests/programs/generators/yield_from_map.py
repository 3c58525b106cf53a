# The value of a StopIteration that a function under map() raises is the value of `yield from`.
def f(x):
    if x == 2:
        raise StopIteration("told")
    return x


def g():
    print("result", (yield from map(f, range(9))))


print(list(g()), list(map(f, range(9))))
