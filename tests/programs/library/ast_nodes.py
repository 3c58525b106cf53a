# _ast: node classes, and trees of texts that are read at run time by the front end in the executable.
import _ast
from _ast import *
def dump(n, d=0):
    if isinstance(n, AST):
        print(' '*d + type(n).__name__, [getattr(n, a, '?') for a in n._attributes])
        for f in n._fields:
            v = getattr(n, f)
            if isinstance(v, AST): print(' '*d+' .'+f); dump(v, d+2)
            elif isinstance(v, list):
                print(' '*d+' .'+f+'[%d]'%len(v))
                for x in v: dump(x, d+2)
            else: print(' '*d+' .'+f, repr(v))
    else: print(' '*d+repr(n))
src = '''
import os.path as p, sys
from . import x
@deco
async def f(a, /, b: int = 3, *c, d=1.5, **e) -> None:
    "doc é"
    async with a as q, b: pass
    return [x async for x in y if x] + {**a, 'k': b"v"} or -1j
class C(B, metaclass=M):
    x: int = 5
    def g(self): nonlocal_ = 99999999999999999999999999
for i, *j in z:
    if a < b <= c != d: break
else:
    continue_ = f"{x!r:>{w}} text"
match p:
    case {"a": 1, **rest} | [1, *_] if q: pass
    case Point(x=0) as r: pass
try: pass
except* E as e: raise X from y
with u'abc' as d: del a[1:2, ...]
lambda *a, k=None: (yield)
x = not True; x //= 2; global_ = ~x @ y
assert x, "m"
'''
t = compile(src, 'file.py', 'exec', flags=_ast.PyCF_ONLY_AST)
dump(t)
dump(compile('(1, 2)\n', 'f', 'eval', PyCF_ONLY_AST))
dump(compile('x = 1; y\n', 'f', 'single', PyCF_ONLY_AST))
for bad in ['if x:\npass', 'f(a b)', "'abc", 'x = 08', ' x', '(1', 'a\0b']:
    for mode in 'exec', 'eval', 'single':
        try: compile(bad, 'bad.py', mode, PyCF_ONLY_AST); print(bad, mode, 'ok')
        except (SyntaxError, ValueError) as e: print(repr(bad), mode, type(e).__name__, e.args)
n = Name('a', Load(), lineno=3); print(n.id, n.lineno, sorted(n.__dict__), Name._fields, Constant.kind, n.__reduce__()[1], list(n.__reduce__()[2]))
for args, kw in [(('a','b','c'), {}), (('a',), {'id': 'b'})]:
    try: Name(*args, **kw)
    except TypeError as e: print(e)
print(Load() is Load(), isinstance(t.body[1].level, int), expr.__mro__, expr._attributes, Add.__bases__, AST._fields, arguments._attributes)
class Mine(Name): _fields = ('id', 'ctx', 'more')
print(Mine(1,2,3).more, compile(t, 'x', 'exec', PyCF_ONLY_AST) is t)
