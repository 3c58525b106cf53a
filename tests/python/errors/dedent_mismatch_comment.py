if x:
        a
    # ok
   b
c
