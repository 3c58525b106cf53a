# exit codes through os._exit skip flushing and finally.

import sys
import os
print("flushed", flush=True)
try:
    os._exit(6)
finally:
    print("never")
