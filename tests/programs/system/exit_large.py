# sys.exit(n) keeps the low byte.

import sys
sys.exit(256 + 7)
