# Which constructors refuse keywords: to the type, to a plain subclass, to one with an __init__, to one with a __new__.
import itertools
def init(self, *args, **kw): pass
def try_all(base, args):
    def new(cls, *a, **kw): return base.__new__(cls, *a)
    row = []
    for body in [None, {}, {'__init__': init}, {'__new__': new}]:
        cls = base if body is None else type('Sub', (base,), dict(body))
        try:
            cls(*args, key_of_nobody=1)
            row.append('taken')
        except TypeError as e:
            row.append(str(e))
    print(base.__name__, row)
for base, args in [(list, ([],)), (tuple, ([],)), (set, ([],)), (frozenset, ([],)), (float, (1,)), (range, (3,)), (map, (len, [])), (filter, (None, [])), (zip, ([],)), (reversed, ([],)), (itertools.cycle, ([],)), (itertools.chain, ([],)), (itertools.islice, ([], 1)), (itertools.takewhile, (bool, [])), (itertools.dropwhile, (bool, [])), (itertools.filterfalse, (bool, [])), (itertools.starmap, (pow, [])), (itertools.pairwise, ([],))]:
    try:
        try_all(base, args)
    except TypeError as e:
        print(base.__name__, e)
