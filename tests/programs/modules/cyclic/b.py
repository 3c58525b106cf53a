print("b starts")
import a
print("b sees", a.EARLY, hasattr(a, "VALUE"), hasattr(a, "call_b"))
VALUE = "b"
def helper(n): return f"helper {n}"
def call_a(): return a.VALUE
print("b ends")
