class C(None=1):
    pass
