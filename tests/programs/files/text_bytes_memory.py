# Files of every kind: text, bytes, memory; modes, positions, line ends, codecs, errors.
import io, os, sys
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__module__, type(e).__name__, e)
P='io_test.txt'
f=open(P,'w'); print(f.write('héllo\nworld\n'), f.tell(), f.name, f.mode, f.encoding, f.closed); f.close(); print(f.closed)
t(lambda: f.write('x')); t(lambda: f.read())
for line in open(P): print(repr(line))
with open(P) as g: print(g.read(3), g.tell(), repr(g.readline()), g.tell(), g.readlines(), g.read(), g)
with open(P,'a') as g: g.write('tail'); g.writelines(['a\n','b\r\n','c\r'])
print(open(P).read().encode()); print(open(P,newline='').read().encode()); print(open(P,newline='').readlines()); print(open(P).readlines()); print(open(P,newline='\r').readlines()); print(open(P,newline='\r\n').readlines()); print(open(P,newline='\n').readlines())
x=open(P); x.read(); print(x.newlines); x.close()
print(open(P,'rb').read()); print(open(P,'rb').readlines()); b=open(P,'rb'); print(b.read(4), b.peek(3)[:3], b.read1(2), b.seek(-3,2), b.read(), b.tell(), b.seek(0), b.readline(3), next(b), b); b.close()
t(lambda: b.read()); t(lambda: open(P,'wb').read()); 
open(P,'wb').write(b'0123456789'*5)
with open(P,'r+b') as r: print(r.read(3)); r.write(b'XX'); print(r.tell(), r.read(3)); r.seek(0); print(r.read()); r.seek(2); r.truncate(); r.seek(0); print(r.read())
with open(P,'w+') as r: r.write('abc\ndef\n'); r.seek(0); print(r.read()); r.seek(4); r.write('Z'); r.seek(0); print(r.read(), r.truncate(3)); r.seek(0); print(r.read())
for a in [dict(mode='z'),dict(mode=''),dict(mode='rw'),dict(mode='rbt'),dict(mode='rb',encoding='x'),dict(mode='rb',errors='x'),dict(mode='rb',newline=''),dict(buffering=0),dict(newline='x'),dict(encoding='nope'),dict(mode='x')]:
    t(lambda: open(P,**a))
t(lambda: open('/tmp')); t(lambda: open('/nonexist/x')); t(lambda: open(5.5)); t(lambda: open('a\0b')); t(lambda: open(99)); t(lambda: open(-1)); t(lambda: open())
t(lambda: open(P).write('x')); t(lambda: open(P,'w').read()); t(lambda: open(P,'rb').write(b'x')); t(lambda: open(P,'rb',0).write(b'x')); t(lambda: open(P,'wb',0).read()); t(lambda: open(P,'w').write(b'')); t(lambda: open(P,'wb').write(''))
t(lambda: open(P,'rb')); t(lambda: open(P,'r+b')); t(lambda: open(P,'ab')); t(lambda: open(P,'rb',0)); t(lambda: open(P,'r+b',0)); t(lambda: open(P,'ab',0)); t(lambda: open(P)); t(lambda: open(b'io_test.txt'))
open(P,'w').write('abcdef\n'*3)
t(lambda: open(P).seek(1,1)); t(lambda: open(P).seek(-1)); t(lambda: open(P).seek(0,2)); t(lambda: open(P).seek(3,2)); t(lambda: open(P,'rb').seek(-1)); t(lambda: open(P).seek(0,9)); t(lambda: open(P,'rb').seek(0,9)); t(lambda: open(P).read('a')); t(lambda: open(P).readline('a')); t(lambda: open(P).truncate(3)); t(lambda: open(P,'rb').truncate(3))
f=open(P); f.close()
for m in 'read readline flush close fileno isatty tell readable __enter__ readlines truncate seekable'.split(): t(lambda: getattr(f,m)())
t(lambda: next(f)); t(lambda: f.seek(0)); t(lambda: f.writelines([]))
f=open(P,'rb'); f.close()
for m in 'read readline flush close fileno isatty tell readable __enter__ readlines truncate seekable peek read1'.split(): t(lambda: getattr(f,m)())
t(lambda: next(f)); t(lambda: f.seek(0)); print(f.raw)
s=io.StringIO(); print(s.write('abc\n'), s.getvalue(), s.tell(), file=sys.stdout); print('x',1,file=s); print(repr(s.getvalue())); s.seek(0); print(s.read(2), s.readline(), s.readlines()); s.seek(1); s.write('ZZ'); print(repr(s.getvalue())); s.truncate(2); print(s.getvalue()); s.close(); t(lambda: s.read())
s=io.StringIO('a\nb\r\nc'); print(list(s)); s=io.StringIO('a\r\nb\rc',newline=None); print(list(s), s.newlines); s=io.StringIO('a\r\nb\rc',newline=''); print(list(s)); t(lambda: io.StringIO(5)); t(lambda: io.StringIO().write(5)); t(lambda: io.StringIO().seek(-1))
b=io.BytesIO(b'abc'); print(b.read(1), b.getvalue(), b.write(b'ZZZ'), b.getvalue(), b.seek(1), b.read(), b.seek(10), b.write(b'x'), b.getvalue()); t(lambda: io.BytesIO('x')); b.close(); t(lambda: b.read())
print(io.TextIOWrapper(io.BytesIO('é\nb'.encode('latin-1')),encoding='latin-1').readlines())
w=io.TextIOWrapper(io.BytesIO(),encoding='utf-8',newline='\r\n'); w.write('a\nb'); w.flush(); print(w.buffer.getvalue())
open(P,'wb').write(b'ok\xff\xfe bad\n'); t(lambda: open(P).read()); t(lambda: open(P,errors='replace').read()); t(lambda: open(P,errors='surrogateescape').read()); t(lambda: open(P,encoding='ascii').read()); t(lambda: open(P,'w',encoding='ascii').write('é')); t(lambda: open(P,errors='ignore').read())
open(P,'w',encoding='utf-16').write('hi\nthere'); print(open(P,'rb').read()); print(open(P,encoding='utf-16').readlines())
with open(P,'w') as f:
    for i in range(5000): f.write('line %d é\n'%i)
n=0
with open(P) as f:
    for l in f: n+=len(l)
print(n, os.path.getsize(P)); f=open(P); f.readline(); p=f.tell(); l=f.readline(); q=f.tell(); f.seek(p); print(f.readline()==l, f.tell()==q, p, q); f.read(10000); p=f.tell(); a=f.read(20); f.seek(p); print(a==f.read(20),p)
for l in f:
    break
t(lambda: f.tell())
class Up(io.StringIO):
    def write(self,s): return io.StringIO.write(self,s.upper())
u=Up(); print('hello',file=u); print(repr(u.getvalue()))
class R(io.RawIOBase):
    def readable(self): return True
print(R().readable(), R().closed, isinstance(R(), io.IOBase), isinstance(sys.stdout, io.TextIOBase)); t(lambda: R().seek(0)); t(lambda: R().fileno())
print(sys.stdout.name, sys.stdout.mode, sys.stdout.encoding, sys.stdin.name, sys.stderr.errors, sys.stdout.fileno(), sys.stdout.isatty(), sys.stdout.writable(), sys.stdout.readable())
t(lambda: sys.stdout.read()); t(lambda: sys.stdin.write('x')); print(io.DEFAULT_BUFFER_SIZE, io.UnsupportedOperation.__mro__, io.open is open)
os.remove(P)
