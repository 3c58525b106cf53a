[a, b + c] = d
