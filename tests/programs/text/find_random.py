# Random searches, splits, replacements and strips of str and bytes, checked against each other.

seed = 20231


def rnd(n):
    global seed
    seed = (seed * 6364136223846793005 + 1442695040888963407) & 0xFFFFFFFFFFFFFFFF
    return (seed >> 33) % n


def pick(v):
    return v[rnd(len(v))]


for alphabet in ("ab", "abc", "aé", "xα😀"):
    total = 0
    shown = []
    for _ in range(250):
        s = "".join(pick(alphabet) for _ in range(rnd(30)))
        n = "".join(pick(alphabet) for _ in range(rnd(4)))
        lo, hi = rnd(12) - 4, rnd(40) - 4
        f = s.find(n, lo, hi)
        r = s.rfind(n, lo, hi)
        c = s.count(n, lo, hi)
        sub = s[lo:hi]
        if f >= 0:
            assert s[f:f + len(n)] == n and r >= f and (s.index(n, lo, hi), s.rindex(n, lo, hi)) == (f, r)
        else:
            assert not n or n not in sub
        if n:
            p = s.split(n)
            assert n.join(p) == s and len(p) == s.count(n) + 1 and n.join(s.rsplit(n)) == s and "-".join(p) == s.replace(n, "-")
            a, b, d = s.partition(n); assert a + b + d == s and (b == n) == (n in s)
            a, b, d = s.rpartition(n); assert a + b + d == s
            k = rnd(3); q, q2 = s.split(n, k), s.rsplit(n, k); assert len(q) <= k + 1 and n.join(q) == s == n.join(q2) and s.replace(n, "", k) == "".join(q)
            total += len(p) * 31 + sum(map(len, q2[:1]))
            assert s.removeprefix(n) == (s[len(n):] if s.startswith(n) else s) and s.removesuffix(n) == (s[:-len(n)] if s.endswith(n) else s)
            st = s.strip(n); assert st == s.lstrip(n).rstrip(n) and (not st or st[0] not in n and st[-1] not in n)
        e, m = s.encode("utf-32-le"), n.encode("utf-8")
        bs = s.encode()
        assert bs.count(m) == s.count(n) or not n
        assert (bs.find(m) >= 0) == (n in s) and bs.replace(m, b"-") == s.replace(n, "-").encode() or not n
        assert bytearray(bs).split(m) == [bytearray(x.encode()) for x in s.split(n)] if n else True
        total = (total * 31 + f * 7 + r * 5 + c * 3 + len(e)) % 1000003
        if len(shown) < 6 and f > 0:
            shown.append((s, n, lo, hi, f, r, c))
    print(alphabet, total, shown)
text = "".join(pick(" \t\n\r\x0b\x0c\x1c\x85abcé\u2028") for _ in range(400))
print(len(text.split()), len(text.splitlines()), text.split()[:5], [len(x) for x in text.splitlines()][:20], "".join(text.splitlines(True)) == text, len(text.expandtabs()), len(text.strip()))
for _ in range(40):
    a, b = "".join(pick("abé") for _ in range(rnd(4))), "".join(pick("abé") for _ in range(rnd(4)))
    print((a, b, a < b, a == b, a + b, a in b, b.startswith(a), max(a, b), a.center(6, "*"), a * rnd(3)), end=" ")
print()
