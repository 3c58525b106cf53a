# uncaught: errors inside callbacks of built-ins
class K:
    def __init__(self, v):
        self.v = v
    def __lt__(self, o):
        return self.v < o.v
    def __hash__(self):
        raise TypeError("no hash for " + str(self.v))
print([k.v for k in sorted([K(2), K(1)])])
def conv(x):
    return int(x)
print(list(map(conv, ["1", "2"])))
try:
    {K(1): 2}
except TypeError as e:
    print(e)
print(max(map(conv, ["3", "x"]), key=lambda v: -v))
