# sys.exit(text) prints to standard error and ends with status 1.

import sys
print("out")
sys.exit("a message é \ud800")
