# break inside try, except, else, finally, with every combination of what follows
log = []
def show(): print(*log); log.clear()
for i in range(3):
    try:
        if i == 1: break
        log.append(i)
    finally: log.append(f"f{i}")
else: log.append("else")
show()
for i in range(3):
    try: 1 // (i - 1)
    except ZeroDivisionError: log.append("x"); break
    else: log.append(f"ok{i}")
    finally: log.append(f"f{i}")
show()
for i in range(3):
    try: log.append(i)
    finally:
        if i == 1: break
show()
for i in range(3):
    try: raise ValueError(i)
    except ValueError as e: log.append(repr(e))
    finally: break
show()
for i in range(3):
    try: raise ValueError(i)
    finally: log.append("swallowed"); break
show()
for i in range(2):
    for j in range(3):
        try:
            try:
                if j == 1: break
            finally: log.append(f"in{i}{j}")
        finally: log.append(f"out{i}{j}")
    else: log.append("never")
show()
while True:
    try:
        try: raise KeyError("k")
        except KeyError: break
        finally: log.append("inner")
    finally: log.append("outer")
show()
n = 0
while n < 5:
    n += 1
    try:
        if n == 2: continue
        if n == 4: break
    except: log.append("no")
    else: log.append(f"else{n}")
    finally: log.append(f"fin{n}")
else: log.append("while else")
show()
def f():
    for i in range(3):
        try: return i
        finally: break
    return "after break"
print(f())
def g():
    while True:
        try: raise ValueError
        except ValueError:
            try: break
            finally: log.append("deep")
    return "done"
print(g()); show()
for x in [1, 2, 3]:
    try:
        for y in "ab":
            try:
                if y == "b": break
                log.append(f"{x}{y}")
            finally: log.append("-")
        if x == 2: break
    finally: log.append("+")
show()
class M:
    def __enter__(self): log.append("in")
    def __exit__(self, *a): log.append(f"exit {a[0].__name__ if a[0] else None}"); return True
for i in range(3):
    with M():
        if i == 1: break
        raise ValueError
show()
for i in range(3):
    with M():
        try: break
        finally: raise KeyError
show()
