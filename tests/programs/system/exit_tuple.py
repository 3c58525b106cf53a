# SystemExit with several arguments prints the tuple.

import sys
raise SystemExit(1, "two")
