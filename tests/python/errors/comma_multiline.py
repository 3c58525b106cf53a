foo(a,
    b c,
    d)
