# sys.exit(object) prints its str and ends with status 1.

import sys
class E:
    def __str__(self):
        return "custom text"


print("out")
sys.exit(E())
