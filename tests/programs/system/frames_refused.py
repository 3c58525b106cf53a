# differs: a running function's variables are in registers; nothing is traced
import sys


def function(a):
    b = a + 1
    try:
        return sys._getframe().f_locals
    except RuntimeError as e:
        return str(e), b


print(function(1))
for refused in (sys.settrace, sys.setprofile):
    try:
        refused(print)
    except RuntimeError as e:
        print(e)
print(sys.getrefcount(function), sys.gettrace())
try:
    function.__code__ = (lambda a: a).__code__
except ValueError as e:
    print(e)
print(hasattr(function.__code__, "co_code"))
