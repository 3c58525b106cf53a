# continue inside try, except, else, finally and with
log = []
def show(): print(*log); log.clear()
for i in range(3):
    try:
        if i == 1: continue
        log.append(i)
    finally: log.append(f"f{i}")
else: log.append("else")
show()
for i in range(3):
    try: 1 // (i - 1)
    except ZeroDivisionError: continue
    else: log.append(f"else{i}"); continue
    finally: log.append(f"f{i}")
    log.append("never")
show()
for i in range(3):
    try: raise ValueError(i)
    finally:
        log.append(f"swallow{i}")
        continue
show()
def f():
    out = []
    for i in range(3):
        try: return "lost"
        finally:
            out.append(i)
            continue
    return out
print(f())
i = 0
while i < 4:
    i += 1
    try:
        try:
            if i % 2: continue
            raise KeyError(i)
        finally: log.append(f"in{i}")
    except KeyError as e: log.append(repr(e)); continue
    finally: log.append(f"out{i}")
    log.append("tail")
else: log.append("while-else")
show()
for i in range(2):
    try:
        for j in range(3):
            try:
                if j: continue
                log.append(f"{i}{j}")
            finally: log.append("j")
        continue
    finally: log.append("i")
show()
class M:
    def __init__(self, n): self.n = n
    def __enter__(self): return self.n
    def __exit__(self, *a): log.append(f"x{self.n}{a[0].__name__ if a[0] else ''}"); return self.n == 1
for i in range(3):
    with M(i) as n:
        if n == 0: continue
        if n == 1: raise ValueError
        log.append("two")
    log.append("after")
show()
for i in range(3):
    try:
        if i == 0: raise ValueError
        if i == 1: raise KeyError
    except ValueError:
        try: continue
        finally: log.append("nested fin")
    except KeyError as e:
        for _ in range(2): continue
        log.append("key")
    else:
        log.append("clean")
    log.append(f"end{i}")
show()
print([i for i in range(3)], i)
try: e
except NameError as x: print(x)
for i in range(3):
    try: pass
    except: pass
    else:
        if i == 1: continue
        log.append(i)
    finally:
        for k in range(2):
            if k: continue
            log.append("k")
show()
