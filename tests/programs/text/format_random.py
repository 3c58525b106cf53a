# Random format specifications of ints, floats and str, and the same through %.

seed = 20231


def rnd(n):
    global seed
    seed = (seed * 6364136223846793005 + 1442695040888963407) & 0xFFFFFFFFFFFFFFFF
    return (seed >> 33) % n


def pick(v):
    return v[rnd(len(v))]


def spec():
    s = pick(["", "", "<", ">", "^", "=", "*<", "0>", "é^", "x="]) + pick(["", "", "+", "-", " "]) + pick(["", "", "#"]) + pick(["", "", "0"]) + pick(["", "", "5", "12", "20"]) + pick(["", "", ",", "_"]) + pick(["", "", ".0", ".2", ".7"])
    return s


for kind, types in (("int", ["", "d", "x", "X", "o", "b", "c", "n", "e", "f", "g", "%"]), ("float", ["", "e", "E", "f", "F", "g", "G", "n", "%"]), ("str", ["", "s"])):
    for _ in range(110):
        v = {"int": lambda: pick([0, 1, -1, rnd(100), -rnd(10 ** 6), rnd(2 ** 31) ** 3, rnd(1000)]), "float": lambda: pick([0.0, -0.0, 1.5, rnd(10 ** 6) / 997, -rnd(10 ** 9) / 1e3, rnd(100) * 1e20, rnd(100) / 1e12, float("inf"), float("nan"), 0.5]), "str": lambda: pick(["", "a", "héllo", "long text here", "😀"])}[kind]()
        s = spec() + pick(types)
        try:
            print(repr(s), format(v, s), sep=":", end=" ")
        except (ValueError, OverflowError) as e:
            print(repr(s), "!", e, end=" ")
    print()
for _ in range(160):
    f = "%" + pick(["", "-", "+", " ", "0", "#", "-0", "+0", "# "]) + pick(["", "3", "8", "15"]) + pick(["", ".0", ".3", ".9"]) + pick("diuoxXeEfFgGcrsa")
    v = pick([0, 5, -7, rnd(10 ** 9), 10 ** 20, 2.75, -0.001, rnd(10 ** 6) / 7, "text", "é", 65])
    try:
        print(f, f % v, sep=":", end="|")
    except (TypeError, ValueError, OverflowError) as e:
        print(f, "!", e, end="|")
print()
for _ in range(60):
    t = pick(["{}", "{0}", "{a}", "{0[1]}", "{a.real}", "{!r}", "{:>{w}}", "{a:{w}}", "{{}}", "{0!s:{w}.{p}}", "{", "}", "{b}", "{1}", "{0[x]}", "{a!z}", "{:q}"]) + pick(["", "-", "{}", "é", "{a}"])
    try:
        print(t, t.format("xyz", a=rnd(50), w=6, p=2), sep=" => ", end="; ")
    except (ValueError, KeyError, IndexError, TypeError, AttributeError) as e:
        print(t, "!", type(e).__name__, e, end="; ")
print()
