print("cyc_a start")
from . import cyc_b
def fa(): return "fa" + cyc_b.fb()
