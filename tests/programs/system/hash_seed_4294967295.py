# env: PYTHONHASHSEED=4294967295
# Hashes of text and the order of sets with PYTHONHASHSEED=4294967295.

values = ["", "a", "ab", "abc", "hello world", "é", "α", "😀", "x" * 100, b"", b"a", b"bytes", "\x00", "é" * 50, "\ud800"]
for v in values:
    print(hash(v), end=" ")
print()
print(hash(("a", 1)), hash((b"x",)), hash(frozenset(["a", "b"])), hash("a") == hash(b"a"), hash("abc"[1:]) == hash("bc"), hash(memoryview(b"bytes")) == hash(b"bytes"))
print({"one", "two", "three", "four", "five"}, set("abcdefghij"), frozenset(["x", "y", "z"]), {b"a", b"b", b"c"}, {"k%d" % i for i in range(40)})
print(list({str(i) for i in range(20)}), {("a", 1), ("b", 2), ("c", 3)}, {"s", 1, None.__class__.__name__, b"q", (1,)})
s = {"p", "q", "r"}
s |= {"s", "t"}
s.discard("q")
print(s, s & {"r", "s", "x"}, s ^ {"p", "z"}, s - {"t"}, s.pop(), s)
print(hash(1), hash(-1), hash(2 ** 61 - 1), hash(1.5), hash(10 ** 30), hash(True), hash(1j), hash(float("inf")))

