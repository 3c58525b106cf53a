"""A constraint solver in the style of DeltaBlue, and n queens: objects, lists, recursion."""


class Variable:
    def __init__(self, name, domain):
        self.name = name
        self.domain = domain
        self.constraints = []
        self.value = None


class Different:
    def __init__(self, a, b, offset):
        self.a = a
        self.b = b
        self.offset = offset
        a.constraints.append(self)
        b.constraints.append(self)

    def holds(self):
        if self.a.value is None or self.b.value is None:
            return True
        distance = self.a.value - self.b.value
        return distance != 0 and distance != self.offset and distance != -self.offset


class Solver:
    def __init__(self, variables):
        self.variables = variables
        self.tried = 0
        self.found = 0

    def solve(self, index):
        if index == len(self.variables):
            self.found += 1
            return
        variable = self.variables[index]
        for value in variable.domain:
            self.tried += 1
            variable.value = value
            for constraint in variable.constraints:
                if not constraint.holds():
                    break
            else:
                self.solve(index + 1)
        variable.value = None


def queens(n):
    variables = [Variable(f"q{i}", list(range(n))) for i in range(n)]
    for i in range(n):
        for j in range(i + 1, n):
            Different(variables[i], variables[j], j - i)
    solver = Solver(variables)
    solver.solve(0)
    return solver.found, solver.tried


print(queens(9), queens(10))
