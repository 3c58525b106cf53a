# uncaught errors printed by hand through sys.excepthook's twin: carets of operators, subscripts, calls, attributes
import sys
def show(f):
    try:
        f()
    except Exception as e:
        tb = e.__traceback__.tb_next
        print(type(e).__name__, e, tb.tb_lineno, tb.tb_frame.f_code.co_name, tb.tb_next)
a = {"k": [1, 2]}
show(lambda: a["k"][0] + a["k"][1] / (a["k"][0] - 1))
show(lambda: a["x"]["y"])
show(lambda: a.k.z)
def two():
    x = 1
    return x.foo(
        2)
show(two)
def three():
    first = "abc"
    second = [first[0] +
              first[10]]
    return second
show(three)
def last():
    value = a["k"]
    return (value[0] + value[1]) * (value[0] - "q")
last()
