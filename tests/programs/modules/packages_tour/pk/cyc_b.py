print("cyc_b start")
from pk import cyc_a
val = hasattr(cyc_a, "fa")
def fb(): return "fb"
