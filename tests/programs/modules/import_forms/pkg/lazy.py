print("lazy loads")
LOADED = True
