"""A million str appends and ten million list appends."""


def strings(n):
    s = ""
    for i in range(n):
        s += "ab"
    return len(s)


def lists(n):
    out = []
    for i in range(n):
        out.append(i)
    return len(out), out[-1]


print(strings(1000000), lists(10000000))
