x = 1 # type: (
y = = 2
