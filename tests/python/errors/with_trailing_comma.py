with a,:
    pass
