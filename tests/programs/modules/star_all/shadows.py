def len(x): return "shadowed len"
