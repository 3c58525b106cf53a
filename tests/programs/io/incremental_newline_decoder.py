# io.IncrementalNewlineDecoder: over text, over another decoder, its state.
import codecs
import io

d = io.IncrementalNewlineDecoder(None, translate=True)
print(repr(d.decode("a\r")), d.newlines, d.getstate())
print(repr(d.decode("\nb\rc\n")), d.newlines, d.getstate())
print(repr(d.decode("x\r", final=True)), d.newlines)
d.reset()
print(d.newlines, repr(d.decode("")), repr(d.decode("\r")), repr(d.decode("")), repr(d.decode("", True)), d.newlines)

d = io.IncrementalNewlineDecoder(None, translate=False)
print([d.decode(s) for s in ("a\r", "b\r", "\n", "\n")], d.newlines)

d = io.IncrementalNewlineDecoder(codecs.getincrementaldecoder("utf-8")(), translate=True)
print([d.decode(bytes([b])) for b in "é\r\n\r€".encode()], d.newlines)
d.decode(b"\xe2\x82")
state = d.getstate()
print(state)
d.decode(b"\xac\r")
d.setstate(state)
print(repr(d.decode(b"\xac")), d.getstate())
d.setstate((b"", 1))
print(repr(d.decode(b"\n")))

for wrong in (42, (1,), (b"", "x")):
    try:
        d.setstate(wrong)
    except TypeError as e:
        print(e)
try:
    d.decode("text")
except TypeError as e:
    print(type(e).__name__)
try:
    io.IncrementalNewlineDecoder(None)
except TypeError as e:
    print(e)
try:
    io.IncrementalNewlineDecoder(None, 1).decode(b"bytes")
except TypeError as e:
    print(e)


class Mine(io.IncrementalNewlineDecoder):
    def decode(self, input, final=False):
        return super().decode(input, final).upper()


print(Mine(None, True).decode("a\r\nb"))
try:
    io.IncrementalNewlineDecoder.__new__(io.IncrementalNewlineDecoder).decode("")
except ValueError as e:
    print(e)
