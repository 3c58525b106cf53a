def if():
    pass
