m = __import__("plain")
print(m.x, m.__name__)
p = __import__("pkg.sub")
print(p.name, p.sub.y)
def later():
    q = __import__("pkg", fromlist=["late"])
    return q.late.z
print(later())
print([__import__("math").floor(2.5), __import__("pkg.sub", globals(), locals(), ("y",)).y])
for name in ("missing", "pkg.nothing", ""):
    try:
        __import__("missing") if name == "missing" else __import__("pkg.nothing") if name else __import__("")
    except (ImportError, ValueError) as e:
        print(type(e).__name__, e)
