# Line differences, wrapping, indentation and glob matching with plain lists and str.

def lcs_table(a, b):
    t = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i in range(len(a) - 1, -1, -1):
        for j in range(len(b) - 1, -1, -1):
            t[i][j] = t[i + 1][j + 1] + 1 if a[i] == b[j] else max(t[i + 1][j], t[i][j + 1])
    return t


def diff(a, b):
    t, i, j = lcs_table(a, b), 0, 0
    while i < len(a) or j < len(b):
        if i < len(a) and j < len(b) and a[i] == b[j]:
            yield " ", a[i]; i += 1; j += 1
        elif j == len(b) or i < len(a) and t[i + 1][j] >= t[i][j + 1]:
            yield "-", a[i]; i += 1
        else:
            yield "+", b[j]; j += 1


old = "one\ntwo\nthree\nfour\nfive".splitlines()
new = "zero\none\nthree\nfour!\nfive\nsix".splitlines()
for mark, line in diff(old, new):
    print(mark + line)
print("".join(m + c for m, c in diff("kitten", "sitting")), list(diff([], [])), list(diff([1], [])))


def wrap(text, width, first="", rest=""):
    lines, cur = [], first
    for w in text.split():
        if len(cur) + len(w) + (not cur.isspace() and cur != "" and cur not in (first, rest)) > width and cur.strip():
            lines.append(cur.rstrip()); cur = rest
        cur += w + " "
    return lines + [cur.rstrip()] if cur.strip() else lines


for w in (10, 20, 40):
    print(*wrap("The quick brown fox jumps over the lazy dog and runs away into the forêt profonde", w, "* ", "  "), sep="\n")


def dedent(s):
    lines = s.expandtabs(4).splitlines()
    n = min((len(l) - len(l.lstrip()) for l in lines if l.strip()), default=0)
    return "\n".join(l[n:].rstrip() for l in lines)


print(dedent("    a\n      b\n\n    c  \n"), repr(dedent("")), repr(dedent("\tx\n\t\ty")))


def match(p, s):
    if not p:
        return not s
    if p[0] == "*":
        return any(match(p[1:], s[i:]) for i in range(len(s) + 1))
    if p[0] == "[":
        end = p.index("]")
        return bool(s) and (s[0] in p[1:end]) != p[1:end].startswith("!") and match(p[end + 1:], s[1:])
    return bool(s) and p[0] in ("?", s[0]) and match(p[1:], s[1:])


for p in ("*.py", "a?c", "*", "", "a*b*c", "[abc]x", "é*", "**"):
    print(p, [s for s in ("", "a.py", "abc", "axbxc", "bx", "été", "x.pyc") if match(p, s)])


def expand(s, env):
    out, i = "", 0
    while (j := s.find("${", i)) >= 0:
        k = s.index("}", j)
        name, _, default = s[j + 2:k].partition(":")
        out += s[i:j] + str(env.get(name, default)); i = k + 1
    return out + s[i:]


print(expand("hi ${name}, ${x:none} ${y:}|${n}", {"name": "Ann", "n": 5}))
try:
    expand("${open", {})
except ValueError as e:
    print(e)
print(*(l.strip().partition("#")[0].rstrip() for l in "a = 1 # c\n# all\n  b=2\n".splitlines()), sep="|")
print({k.strip(): v.strip() for k, _, v in (l.partition("=") for l in "a = 1\nb=2=3\n c".splitlines())})
