while x.y = 3:
    pass
