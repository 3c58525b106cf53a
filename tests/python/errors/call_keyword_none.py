f(a, None=1)
