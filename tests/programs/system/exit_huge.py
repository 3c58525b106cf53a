# An exit code beyond a C long is -1.

import sys
sys.exit(2 ** 70)
