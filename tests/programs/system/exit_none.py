# sys.exit() ends with status 0.

import sys
print("before")
sys.exit()
print("never")
