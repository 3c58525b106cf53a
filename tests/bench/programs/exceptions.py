"""Raising, catching, finally."""


class Problem(Exception):
    def __init__(self, code):
        super().__init__(code)
        self.code = code


def check(n):
    if n % 3 == 0:
        raise Problem(n)
    if n % 5 == 0:
        raise ValueError("five")
    return n


def main(n):
    caught = finals = total = 0
    for i in range(n):
        try:
            total += check(i)
        except Problem as e:
            caught += e.code & 1
        except ValueError:
            caught += 1
        finally:
            finals += 1
    return caught, finals, total


print(main(700000))
