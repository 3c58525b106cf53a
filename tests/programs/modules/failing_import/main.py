# uncaught error in an imported module: traceback through the import; a failing import can be tried again
try:
    import fails
except ZeroDivisionError as e:
    print("first", e)
try:
    import fails
except ZeroDivisionError as e:
    print("second", e)
import ok
print(ok.state)
import pkg.outer
