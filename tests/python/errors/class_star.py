class C(*):
    pass
