# stdin: one\ntwo\n
"""exit and quit of the site module: what they look like, what they raise, and that they close standard input."""

import sys

print(exit, quit, repr(exit), type(exit), type(exit).__name__, type(exit).__module__)
print(exit.name, quit.name, exit.eof, callable(exit), exit is quit, exit == exit)
print(input())
CODES = [(), (None,), (0,), (3,), ("text",), ((1, 2),), ([],)]
for args in CODES:
    try:
        exit(*args)
    except SystemExit as e:
        print(args, repr(e), e.code, e.args)
try:
    print(input())
except (ValueError, EOFError) as e:
    print(type(e).__name__, e)
print(sys.stdin.closed)
try:
    quit(code=7)
except SystemExit as e:
    print(repr(e), e.code)
for f in (lambda: exit(1, 2), lambda: exit(cod=1)):
    try:
        f()
    except TypeError as e:
        print(type(e).__name__)


def with_exit(log):
    try:
        quit("stopped")
    finally:
        log.append("finally")


log = []
try:
    with_exit(log)
except SystemExit as e:
    print(e, log)
saved, exit = exit, "mine"
print(exit, saved.name)
del exit
try:
    print(exit.name)
finally:
    print("last words")
    sys.stdout.flush()
    quit("over")
