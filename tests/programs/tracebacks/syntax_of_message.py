# uncaught: messages of several lines, notes, odd str
class Odd(Exception):
    def __str__(self):
        return "first\nsecond line\n  third"
try:
    raise Odd
except Odd as e:
    print(str(e).count("\n"))
e = Odd()
e.add_note("a note")
e.add_note("another\nwith two lines")
raise e
