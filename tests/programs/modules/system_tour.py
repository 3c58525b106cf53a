# args: one two
# modules and misc builtins
import sys, os, time
import os.path as op
from os.path import join, basename
print(len(sys.argv), op.join("a", "b"), basename("/x/y.txt"), os.sep, os.getcwd() != "", op.splitext("a.tar.gz"), op.exists("/nonexistent"), op.dirname("/a/b/c"), op.normpath("a/../b/./c"), op.isabs("/a"), op.abspath("/x/../y"))
print(type(time.time()).__name__, time.perf_counter() <= time.perf_counter(), time.strftime("%Y", time.gmtime(0)))
print(__name__, __file__[-5:], sys.modules["__main__"].__name__, "sys" in sys.modules, type(sys).__name__)
import math
print(math.pi, math.sqrt(2), math.floor(-1.5), math.ceil(1.2), math.gcd(12, 18), math.factorial(20), math.isqrt(10**20), math.log(10), math.log2(8), math.log10(1000), math.sin(1), math.cos(1), math.tan(1), math.atan2(1, 2), math.exp(1), math.pow(2, 0.5), math.hypot(3, 4), math.inf, math.isnan(math.nan), math.comb(10, 3), math.perm(5, 2), math.prod([1, 2, 3]), math.fsum([0.1] * 10), math.copysign(1, -0.0), math.modf(1.5), math.frexp(8.0), math.ldexp(1, 3), math.trunc(-1.7), math.degrees(1), math.radians(180), math.gamma(5), math.lgamma(10), math.erf(0.5))
with open("tmp_b1.txt", "w", encoding="utf-8") as f:
    print("line one", "é€", sep="|", end="\n", file=f); f.write("second\n"); f.writelines(["a\n", "b"])
with open("tmp_b1.txt", encoding="utf-8") as f:
    print(f.readline(), f.read(3), f.readlines(), f.read(), f.closed, f.name, f.mode, f.encoding)
print(f.closed)
try: f.read()
except ValueError as e: print(e)
with open("tmp_b1.txt", "rb") as f:
    data = f.read(); print(data, f.seek(0), f.read(4), f.tell(), f.readline())
with open("tmp_b1.txt", "a") as f: print(f.tell() > 0, f.write("xyz"))
print(sum(len(l) for l in open("tmp_b1.txt", encoding="utf-8")))
print(os.path.getsize("tmp_b1.txt"), os.stat("tmp_b1.txt").st_size, sorted(x for x in os.listdir(".") if x.startswith("tmp_b1")))
os.remove("tmp_b1.txt"); print(os.path.exists("tmp_b1.txt"))
try: open("tmp_b1.txt")
except FileNotFoundError as e: print(e, e.errno, e.filename)
try: os.mkdir("/proc/x/y")
except OSError as e: print(type(e).__name__, e)
print(os.environ.get("NOPE"), "PATH" in os.environ, os.environ.get("HOME", "") != "")
import io
b = io.StringIO(); print("hi", file=b); b.write("x"); print(repr(b.getvalue())); b = io.BytesIO(b"abc"); print(b.read(2), b.getvalue())
sys.stdout.write("direct\n"); sys.stderr.write("to stderr\n"); print("err", file=sys.stderr); sys.stdout.flush()
print(*range(3), sep=", ", end="!\n"); print(); print(1, "a", None, [1], flush=True)
print(repr(print), repr(len), repr(sys.stdout)[:30], repr(int), repr(math), repr(lambda: 0)[:20], repr(object())[:18])
print(globals()["__name__"], "math" in dir(), callable(len), id(sys) == id(sys), hash("x") == hash("x"))
print(list(vars(math))[:0], hasattr(math, "tau"), math.__name__, getattr(math, "nope", "default"))
try: import nonexistent_module_xyz
except ImportError as e: print(type(e).__name__, e, e.name)
try: from math import nope
except ImportError as e: print(e)
try: math.nope
except AttributeError as e: print(e)
sys.exit("bye")
