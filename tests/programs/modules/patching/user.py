import lib
from lib import step as imported_step, Thing
def run(): return [lib.step(i) for i in range(3)]
def limit(): return lib.LIMIT
def thing(): return str(lib.Thing())
def made_here(): return str(Thing())
def read_shared(): return shared_name
