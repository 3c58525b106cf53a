# uncaught: names, with suggestions
def f():
    counter = 1
    if counter > 5:
        other = 2
    print(conter)
try:
    f()
except NameError as e:
    print(e, e.name)
f()
