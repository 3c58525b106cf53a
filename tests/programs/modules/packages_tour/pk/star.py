pub = 1
_priv = 2
