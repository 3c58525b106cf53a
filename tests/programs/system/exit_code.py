# sys.exit(3) ends with status 3.

import sys
try:
    sys.exit(3)
finally:
    print("finally runs")
