"""pk doc"""
print("init pk", __name__, __package__)
VALUE = 42
def helper(x): return x * VALUE
