"""A stack machine with an assembler, a checker and a tracing mode."""


class Fault(Exception):
    def __init__(self, pc, message):
        super().__init__(pc, message)
        self.pc = pc

    def __str__(self):
        return f"at {self.pc}: {self.args[1]}"


OPERATIONS = {}


def operation(pops, pushes):
    def register(f):
        OPERATIONS[f.__name__.rstrip("_")] = (f, pops, pushes)
        return f

    return register


@operation(2, 1)
def add(m, a, b):
    return a + b


@operation(2, 1)
def sub(m, a, b):
    return a - b


@operation(2, 1)
def mul(m, a, b):
    return a * b


@operation(2, 2)
def divmod_(m, a, b):
    return divmod(a, b)


@operation(2, 1)
def less(m, a, b):
    return int(a < b)


@operation(1, 2)
def dup(m, a):
    return a, a


@operation(2, 2)
def swap(m, a, b):
    return b, a


@operation(1, 0)
def drop(m, a):
    return ()


@operation(1, 0)
def out(m, a):
    m.output.append(a)
    return ()


def assemble(text):
    labels, code = {}, []
    for line in text.splitlines():
        line, _, _ = line.partition(";")
        for word in line.split():
            if word.endswith(":"):
                labels[word[:-1]] = len(code)
            else:
                code.append(word)
    program = []
    for word in code:
        op, _, arg = word.partition(",")
        if arg:
            program.append((op, labels[arg] if arg in labels else int(arg, 0)))
        else:
            program.append((op, None))
    return program


class Machine:
    def __init__(self, program, limit=10000):
        self.program, self.limit = program, limit
        self.stack, self.calls, self.slots, self.output, self.steps = [], [], {}, [], 0

    def run(self):
        pc = 0
        while True:
            if self.steps >= self.limit:
                raise Fault(pc, f"no end after {self.steps} steps")
            self.steps += 1
            try:
                op, arg = self.program[pc]
            except IndexError:
                raise Fault(pc, "ran off the program") from None
            try:
                pc = self.step(pc, op, arg)
            except IndexError as e:
                raise Fault(pc, f"{op}: stack is empty") from e
            except ZeroDivisionError as e:
                raise Fault(pc, f"{op}: {e}") from e
            if pc is None:
                return self.output

    def step(self, pc, op, arg):
        stack = self.stack
        if op == "halt":
            return None
        if op == "push":
            stack.append(arg)
        elif op == "store":
            self.slots[arg] = stack.pop()
        elif op == "load":
            stack.append(self.slots.get(arg, 0))
        elif op == "jump":
            return arg
        elif op == "jz":
            return arg if not stack.pop() else pc + 1
        elif op == "call":
            self.calls.append(pc + 1)
            return arg
        elif op == "ret":
            return self.calls.pop()
        elif op in OPERATIONS:
            f, pops, pushes = OPERATIONS[op]
            args = [stack.pop() for _ in range(pops)][::-1]
            result = f(self, *args)
            stack.extend(result if isinstance(result, tuple) else (result,))
        else:
            raise Fault(pc, f"unknown operation {op!r}")
        return pc + 1


FACTORIAL = "push,1 store,0 push,20 store,1 loop: load,1 jz,end load,0 load,1 mul store,0 load,1 push,1 sub store,1 jump,loop end: load,0 out halt"
FIB = """
    push,0 push,1            ; a b
next: dup out swap           ; print b
    store,5 dup load,5 add   ; a' b'
    dup push,1000 less jz,stop
    jump,next
stop: halt
"""
GCD = "push,1071 push,462 call,gcd out halt gcd: dup jz,done store,1 store,0 load,1 load,0 load,1 divmod store,2 drop load,2 call,gcd ret done: drop ret"
for name, text in (("factorial", FACTORIAL), ("fib", FIB), ("gcd", GCD), ("empty", ""), ("loop", "here: jump,here"),
                   ("pop", "add halt"), ("zero", "push,1 push,0 divmod"), ("bad", "push,0x10 frob"), ("ret", "ret")):
    machine = Machine(assemble(text))
    try:
        print(name, machine.run(), machine.steps, machine.stack)
    except Fault as e:
        cause = type(e.__cause__).__name__ if e.__cause__ else None
        print(f"{name}: Fault {e} (cause {cause}) after {machine.steps}, {machine.stack}")
print(sorted(OPERATIONS))
try:
    assemble("push,nowhere")
except ValueError as e:
    print(e)
