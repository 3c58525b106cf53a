if x::
    pass
