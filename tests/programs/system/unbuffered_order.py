# env: PYTHONUNBUFFERED=1
# With PYTHONUNBUFFERED text goes out at once: bytes written to the descriptor keep their place.

import os
import sys

print("one", end=" ")
os.write(1, b"two ")
sys.stdout.write("three ")
os.write(1, b"four\n")
print(sys.stdout.line_buffering, sys.stdout.write_through, type(sys.stdout.buffer).__name__)
os._exit(0)
