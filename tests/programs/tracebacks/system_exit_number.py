# SystemExit with a number is the status
import sys
def f():
    try:
        raise SystemExit(258)
    except Exception:
        print("not an Exception")
    finally:
        print("out")
f()
