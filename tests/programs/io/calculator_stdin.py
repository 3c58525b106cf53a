# stdin: 1 + 2\n7 // 0\nset x 5\nx * x\nfoo bar\n\nhistory\n 2 ** 100\nquit\nignored\n
# A small interactive calculator: input() in a loop until end of file.

import sys
names, history = {}, []
ops = {"+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b, "//": lambda a, b: a // b, "**": pow, "/": lambda a, b: a / b}


def value(s):
    return names[s] if s in names else int(s)


while True:
    try:
        line = input(f"[{len(history)}]> ")
    except EOFError:
        print("end of file")
        break
    words = line.split()
    try:
        if not words:
            continue
        elif words[0] == "quit":
            break
        elif words[0] == "set":
            _, name, v = words
            names[name] = value(v)
            print(name, "=", names[name])
        elif words == ["history"]:
            for i, h in enumerate(history):
                print(i, *h)
        else:
            a, op, b = words
            r = ops[op](value(a), value(b))
            history.append((line.strip(), "=", r))
            print(r)
    except ZeroDivisionError as e:
        print("math error:", e, file=sys.stderr)
        print("ERR")
    except (ValueError, KeyError) as e:
        print(type(e).__name__, e)
print(repr(sys.stdin.read()))
sys.exit(len(history))
