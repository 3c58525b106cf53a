"""doc of pkg"""
print("pkg loads", __name__, __package__)
alpha = "a"
beta = "b"
