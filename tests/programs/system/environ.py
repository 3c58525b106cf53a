# env: ALPHA=one
# env: EMPTY=
# env: UNI=hé
# os.environ, os.getenv, putenv, environb views.

def t(f, *a, **k):
    try:
        print(repr(f(*a, **k)))
    except Exception as e:
        print(type(e).__name__ + ":", e)


import os
e = os.environ
print(e["ALPHA"], repr(e["EMPTY"]), e["UNI"], e.get("NOPE"), e.get("NOPE", 5), "ALPHA" in e, "NOPE" in e, os.getenv("ALPHA"), os.getenv("NOPE"), os.getenv("NOPE", "d"), type(e).__name__, len(e) == len(list(e)))
e["NEW"] = "value"; print(os.getenv("NEW"), e.pop("NEW"), "NEW" in e, e.setdefault("S", "x"), e.setdefault("S", "y"), e.pop("ZZ", None))
del e["S"]
for f in (lambda: e["NOPE"], lambda: e[5], lambda: e.__setitem__("A", 5), lambda: e.__setitem__(5, "a"), lambda: e.__delitem__("NOPE"), lambda: e.pop("NOPE"), lambda: e.__setitem__("a=b", "c"), lambda: e.__setitem__("", "c"), lambda: e.__setitem__("nul", "a\0b")):
    t(f)
e.update({"U1": "a", "U2": "b"}); print(e["U1"], e["U2"], sorted(k for k in e if k.startswith("U")), sorted(v for k, v in e.items() if k.startswith("U")), dict(e)["U1"])
c = e.copy(); c["ONLY"] = "copy"; print("ONLY" in e, type(c).__name__)
e |= {"OR": "1"}; print(e["OR"], (e | {"Q": "2"})["Q"], "Q" in e)
print(os.path.expandvars("$ALPHA-${ALPHA}-$NOPE-${NOPE}-$-$$ALPHA"), os.path.expandvars(b"$ALPHA"))
e["HOME"] = "/home/someone"; print(os.path.expanduser("~"), os.path.expanduser("~/x"), os.path.expanduser("a~"))
