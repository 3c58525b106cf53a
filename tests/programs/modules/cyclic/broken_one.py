print("broken_one starts")
from broken_two import two
one = 1
