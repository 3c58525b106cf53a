# sys: what it says, hooks, audit, SimpleNamespace.
import sys
print(sys.version_info[:3], sys.flags.optimize, sys.float_info.max, sys.int_info.bits_per_digit, sys.hash_info.width, sys.thread_info.name)
print(len(sys.stdlib_module_names), "os" in sys.stdlib_module_names, type(sys.stdlib_module_names).__name__, "sys" in sys.builtin_module_names, type(sys.builtin_module_names).__name__)
print(sys.maxsize, sys.byteorder, sys.platform, sys.hexversion >> 16, sys.api_version)
def hook(u):
    print("hook", u.exc_type.__name__, u.exc_value, u.err_msg, type(u).__name__, len(u))
sys.unraisablehook = hook
class D:
    def __del__(self):
        raise ValueError("in del")
sys.displayhook(3); sys.displayhook(None)
import builtins
print(builtins._)
print(sys.gettrace(), sys.settrace(None), sys.getprofile())
try:
    sys.settrace(lambda *a: None)
    print("None") 
except RuntimeError as e:
    print("None")
seen = []
def ah(event, args):
    if event.startswith("my"):
        seen.append((event, args))
        if event == "my.bad": raise RuntimeError("refused")
sys.addaudithook(ah)
sys.audit("my.event", 1, 2)
try:
    sys.audit("my.bad")
except RuntimeError as e:
    print(e)
print(seen)
print(sys.get_asyncgen_hooks())
calls = []
sys.set_asyncgen_hooks(firstiter=lambda g: calls.append(g.__name__), finalizer=lambda g: None)
async def ag(): yield 1
a = ag()
try: a.asend(None).send(None)
except StopIteration as e: print(e.value, calls)
sys.set_asyncgen_hooks(None, None)
print(sys.get_asyncgen_hooks() == (None, None), sys.get_coroutine_origin_tracking_depth())
sys.set_coroutine_origin_tracking_depth(1)
async def co(): pass
def maker(): return co()
c = maker()
print([o[1:] for o in c.cr_origin])
c.close()
sys.set_coroutine_origin_tracking_depth(0)
for bad in (lambda: sys.set_coroutine_origin_tracking_depth(-1), lambda: sys.set_asyncgen_hooks(firstiter=1), lambda: sys.audit(1), lambda: sys.call_tracing(print, 1)):
    try: bad()
    except Exception as e: print(type(e).__name__, e)
print(sys.call_tracing(max, (1, 2)))
ns = type(sys.implementation)(a=1, b=[2])
print(ns, ns.a, ns == type(ns)(a=1, b=[2]), ns != type(ns)())
ns.c = ns
print(ns, sorted(vars(ns)))
class Sub(type(ns)): pass
print(Sub(x=1), Sub.__mro__[1])
for bad in (lambda: type(ns)(1), lambda: hash(ns), lambda: ns.zz):
    try: bad()
    except Exception as e: print(type(e).__name__, e)
