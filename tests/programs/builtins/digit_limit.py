import sys
print(sys.get_int_max_str_digits())
for v in (-1, 1, 639, 2**40):
    try: sys.set_int_max_str_digits(v)
    except Exception as e: print(type(e).__name__, e)
sys.set_int_max_str_digits(640)
try: print(len(str(10**700)))
except ValueError as e: print(e)
try: int('1'*641)
except ValueError as e: print(e)
sys.set_int_max_str_digits(maxdigits=0)
print(sys.get_int_max_str_digits(), len(str(10**5000)))
try: sys.set_int_max_str_digits('x')
except TypeError as e: print(e)
