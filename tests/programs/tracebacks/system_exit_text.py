# SystemExit with text goes to the error output, status 1
import sys
try:
    sys.exit("first")
except SystemExit as e:
    print(repr(e.code), e.args)
try:
    raise SystemExit
except SystemExit as e:
    print(e.code)
def leave():
    try:
        sys.exit(["list", 1])
    finally:
        print("finally runs")
leave()
