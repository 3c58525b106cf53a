(lambda: x) = 1
