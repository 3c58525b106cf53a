# pickle: every protocol gives back what it was given.
import pickle
for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
    print(protocol, pickle.loads(pickle.dumps({'a': [1, 2.5, b'x\xff', bytearray(b'y'), (1,), {3}, 'é', 2**70, None, True]}, protocol)))
class P:
    def __init__(self, x): self.x = x
    def __reduce__(self): return P, (self.x,)
for protocol in range(6): print(pickle.loads(pickle.dumps([P(1), P('two')], protocol))[1].x)
import codecs
print(codecs.encode('é', 'latin1'), codecs.decode(b'\xe9', 'iso-8859-1'), codecs.encode('é', 'ascii', 'replace'))
try: codecs.encode('é', 'ascii')
except UnicodeEncodeError as e: print(e)
