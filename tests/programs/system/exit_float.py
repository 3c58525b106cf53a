# A float is no status: it is printed.

import sys
sys.exit(2.5)
