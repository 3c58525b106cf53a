# sys.exit inside nested handlers, SystemExit details, finally on the way out, atexit order of output
import sys
def attempt(f):
    try: f()
    except SystemExit as e: print("exit", repr(e.code), e.args, end="; ")
    except BaseException as e: print(type(e).__name__, e, end="; ")
for a in ((), (0,), (None,), (5,), ("text",), ((1, 2),), (True,), (2.5,)): attempt(lambda: sys.exit(*a))
attempt(lambda: sys.exit(1, 2)); attempt(lambda: exit_in_finally()); print()
def exit_in_finally():
    try: 1 / 0
    finally: sys.exit("from finally")
attempt(exit_in_finally)
def swallowed():
    try: sys.exit(9)
    except Exception: return "no"
    except BaseException as e: return f"base {e.code}"
print(swallowed())
def gen():
    try: yield 1
    finally: print("generator closed")
class M:
    def __enter__(self): return self
    def __exit__(self, t, v, tb): print("exit saw", t.__name__, v.code); v.code = 7
print("before", flush=True)
sys.stderr.write("to stderr\n")
for x in gen():
    with M():
        try: sys.exit(3)
        finally: print("cleanup")
print("never")
