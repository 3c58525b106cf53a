# uncaught: through functions, methods, lambdas, comprehensions, generators, class bodies
class A:
    def __init__(self, n):
        self.n = n
        self.run()
    def run(self):
        return [self.step(i) for i in range(self.n)]
    def step(self, i):
        if i == 2:
            return sorted([1, 2, 3], key=lambda v: helper(v, i))
        return {k: v for k, v in zip("ab", gen(i))}
def gen(i):
    yield i
    yield (yield_value(i))
def yield_value(i):
    return i * 2
def helper(v, i):
    total = (v +
             i // (v - 2) +
             1)
    return total
print("start")
print(A(2).n)
A(5)
