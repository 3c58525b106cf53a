"""What the program says, and to whom."""


def greeting(name, times=1):
    return ", ".join(["hello"] * times) + f", {name}!"
