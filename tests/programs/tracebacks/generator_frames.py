# uncaught: through generators, yield from, close and throw
def inner(n):
    try:
        yield n
        yield 10 // n
    finally:
        print("inner closed")
def outer(n):
    result = yield from inner(n)
    return result
def consume(it):
    total = 0
    for v in it:
        total += v
    return total
print(consume(outer(5)))
print(sum(x for x in outer(0)))
