"""Exceptions that end threads, and threads that still run at the end of the program."""
import _thread
import sys
import time

done = []


def bad(n):
    try:
        return 1 / n
    finally:
        done.append(n)


def leave():
    done.append("leave")
    sys.exit(3)


def leave_too():
    done.append("leave too")
    _thread.exit()


def forever():
    while True:
        time.sleep(0.001)


for function, arguments in ((leave, ()), (leave_too, ()), (forever, ())):
    _thread.start_new_thread(function, arguments)
while len(done) < 2:
    time.sleep(0.001)
print(sorted(done))
try:
    raise ValueError("shown")
except ValueError as e:
    args = _thread._ExceptHookArgs((type(e), e, e.__traceback__, None))
    print(args.exc_type, args[1], len(args), args.thread)
    _thread._excepthook(args) if False else None
try:
    _thread._excepthook(1)
except TypeError as e:
    print(e)
try:
    _thread.interrupt_main()
    time.sleep(5)
except KeyboardInterrupt:
    print("interrupted")
print(_thread.get_ident() == _thread.get_ident(), _thread.get_native_id() > 0, _thread.TIMEOUT_MAX)
print(_thread.stack_size(), _thread.stack_size(1 << 20), _thread.stack_size(0))
