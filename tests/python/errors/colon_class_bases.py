class C(A)
    pass
