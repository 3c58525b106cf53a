# io.open_code opens for reading bytes, and takes only a str.
import io

with io.open_code(__file__) as f:
    print(type(f).__name__, f.mode, f.readline())
for wrong in (b"x", 3, None):
    try:
        io.open_code(wrong)
    except TypeError as e:
        print(e)
try:
    io.open_code("/no/such/file")
except OSError as e:
    print(e)
