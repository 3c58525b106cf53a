from .. import beta
from ..cond import WHO
SUFFIX = "+deep"
def f(): return "f" + beta
def g(): return "g" + WHO
