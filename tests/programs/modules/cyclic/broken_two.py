print("broken_two starts")
from broken_one import one
two = 2
