print("a starts")
EARLY = "early a"
import b
VALUE = "a:" + b.VALUE
def call_b(): return b.helper(1)
print("a ends")
