# cyclic imports: partially initialised modules, from-import failures, working cycles, order of execution
print("main starts")
import a
print(a.VALUE, a.b.VALUE, a.call_b(), a.b.call_a())
try:
    import broken_one
except ImportError as e:
    print("cyclic:", str(e).split(" (/")[0].split(" (most")[0], e.name)
import pkg
print(pkg.order, pkg.x.NAME, pkg.y.peer())
try:
    import self_user
except AttributeError as e:
    print(str(e).split(" (")[0])
print(pkg.x.y is pkg.y)
