# global and builtin names: shadowing, patching builtins, del, unbound, class scopes
import builtins
x = 1
def read(): return x
def write(v):
    global x, created
    x = v; created = v * 2
print(read(), write(5), x, created, read())
def unbound():
    try: print(y)
    except UnboundLocalError as e: print(e)
    y = 1
    del y
    try: y
    except UnboundLocalError as e: print(e)
    try: del y
    except UnboundLocalError as e: print(e)
unbound()
def delete():
    global created
    del created
delete()
try: created
except NameError as e: print(e)
try: delete()
except NameError as e: print(e)
def use_len(v): return len(v)
print(use_len("abc"))
len = lambda v: "shadow"
print(use_len("abc"), len([]))
del len
print(use_len("abc"), len([1]))
old = builtins.len
builtins.len = lambda v: ("patched", old(v))
print(use_len("abc"), len([]))
builtins.len = old
print(use_len("ab"))
builtins.extra = "added"; print(extra, [extra for _ in range(1)])
def use_extra(): return extra
extra = "module"; print(use_extra()); del extra; print(use_extra()); del builtins.extra
try: use_extra()
except NameError as e: print(e)
print(globals()["x"], "x" in globals(), globals() is globals(), __name__)
globals()["dynamic"] = [1, 2]; print(dynamic)
globals()["x"] = "via dict"; print(x, read())
for v in range(3): pass
print(v)
def local_range():
    range = [10, 20]
    return [i for i in range]
print(local_range(), list(range(2)))
class K:
    x = x
    print = "attr"
    def show(self): print(self.print, x); return self.x
    list = [1]; also = [len(list), *list]
print(K().show(), K.also)
True_ = True; int_ = int
def f(int): return int + 1, int_("5")
print(f(1))
def nested():
    global deep
    def inner():
        global deep
        deep = "set"
    deep = "first"; inner()
    return deep
print(nested(), deep)
class Scoped:
    global made_in_class
    made_in_class = "yes"; z = 1
print(made_in_class, hasattr(Scoped, "made_in_class"), Scoped.z)
import sys as made_by_import
def imp():
    global sysname
    import sys as sysname
imp(); print(sysname is made_by_import)
def fordel():
    for i in range(2): pass
    del i
    try: i
    except UnboundLocalError as e: return str(e)
print(fordel())
try:
    if x: undefined_thing
except NameError as e: print(e, e.name)
print(sorted(n for n in globals() if n.startswith("made")))
print(builtins.print is print, builtins.__name__, type(builtins).__name__)
abs = 5; print(abs); del abs; print(abs(-5))
try: del abs
except NameError as e: print(e)
def shadows(print=print): print("via default")
shadows()
def locals_view(a, b=2): c = 3; return locals()
print(locals_view(1))
