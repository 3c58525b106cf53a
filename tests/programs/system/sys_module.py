# args: one 'two words' -x é
# sys: version, limits, byteorder, flags, intern, getsizeof, recursion, exc_info.

def t(f, *a, **k):
    try:
        print(repr(f(*a, **k)))
    except Exception as e:
        print(type(e).__name__ + ":", e)


import sys
print(sys.argv[1:], len(sys.argv), sys.version_info[:3], sys.version_info.major, sys.version_info >= (3, 11), sys.version_info.releaselevel, sys.hexversion == 0x030b02f0, sys.version.split()[0], sys.platform, sys.byteorder, sys.maxsize, sys.maxunicode, sys.implementation.name in ("cpython", "py2"), sys.api_version)
print(sys.float_info.max, sys.float_info.epsilon, sys.float_info.dig, sys.float_info.min, sys.float_info.mant_dig, sys.float_info.radix, sys.int_info.str_digits_check_threshold, sys.int_info.default_max_str_digits, sys.hash_info.modulus, sys.hash_info.inf, sys.hash_info.imag, sys.hash_info.width, sys.hash_info.algorithm, sys.getdefaultencoding(), sys.getfilesystemencoding(), sys.getfilesystemencodeerrors())
print(sys.exc_info(), sys.getrecursionlimit(), sys.flags.optimize, sys.flags.hash_randomization, sys.dont_write_bytecode, sys.float_repr_style, type(sys).__name__, sys.__name__, sys.get_int_max_str_digits())
try:
    1 / 0
except ZeroDivisionError:
    a, b, c = sys.exc_info(); print(a.__name__, b, type(c).__name__, sys.exception() if hasattr(sys, "exception") else "no", c.tb_lineno)
print(sys.exc_info())
x = sys.intern("some" + "thing"); y = sys.intern("something"); print(x is y)
for f in (lambda: sys.intern(5), lambda: sys.setrecursionlimit(0), lambda: sys.setrecursionlimit("a"), lambda: sys.exit(1, 2), lambda: sys.getrecursionlimit(1), lambda: sys.nope, lambda: sys.version_info.foo, lambda: sys.set_int_max_str_digits(10), lambda: sys.set_int_max_str_digits(-1), lambda: sys.intern()):
    t(f)
sys.setrecursionlimit(500)


def depth(n):
    return depth(n + 1)


try:
    depth(0)
except RecursionError as e:
    print(e)
print(sys.getrecursionlimit()); sys.setrecursionlimit(1000)
sys.set_int_max_str_digits(640)
t(str, 10 ** 700)
t(int, "1" * 700)
sys.set_int_max_str_digits(0); print(len(str(10 ** 5000))); sys.set_int_max_str_digits(4300)
print(sys.version_info, sys.flags.utf8_mode, sys.modules["sys"] is sys, "os" in sys.modules or True, sys.modules["__main__"].__name__, sys.path is not None, sys.stdout is sys.__stdout__, sys.excepthook.__name__)
sys.custom = 1; print(sys.custom); del sys.custom; print(hasattr(sys, "custom"))


def hook(tp, v, tb):
    print("hook", tp.__name__, v, tb is not None)


sys.excepthook = hook
raise LookupError("to the hook")
