def f():
    x = 1
    import a as x
    global x
