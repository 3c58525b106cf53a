# stdin: in \xe9\n
# args: arg é
# env: LC_ALL=C.UTF-8
# Standard streams with LC_ALL=C.UTF-8.

import sys
print(sys.stdout.encoding, sys.stdout.errors, sys.stdin.encoding, sys.stdin.errors, sys.stderr.encoding, sys.stderr.errors, sys.getfilesystemencoding(), sys.flags.utf8_mode, sys.getdefaultencoding(), open(__file__).encoding)
for s in ("ascii", "caf\u00e9", "\u20ac", "\U0001f600", "\udc80", "\ud800"):
    try:
        print(s)
    except UnicodeEncodeError as e:
        print(type(e).__name__, e)
sys.stderr.write("err caf\u00e9 \u20ac \udc80\n")
try:
    print(ascii(sys.stdin.readline()))
except UnicodeDecodeError as e:
    print("decode", e)
print(ascii(sys.argv[1:]))
