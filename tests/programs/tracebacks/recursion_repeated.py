# uncaught: repeated frames are counted
def down(n):
    if n == 0:
        raise ValueError("bottom")
    return down(n - 1)
def twice(n):
    if n:
        twice(n - 1)
    else:
        down(10)
twice(6)
