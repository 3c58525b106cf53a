# Output and files are flushed at exit, also after an error.

import sys
f = open("left_open.txt", "w")
f.write("kept")
sys.stdout.write("no newline at end")
sys.stderr.write("err no newline")
raise RuntimeError("last")
