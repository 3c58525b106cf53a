class C:
    [y := x for x in z]
