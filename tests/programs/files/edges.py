# Edges of files: descriptors, buffering, with, print to a file, newlines.
import sys, io, os
# more io edges
P='io2.txt'
def t(f):
    try: print(repr(f()))
    except Exception as e: print(type(e).__name__, e)
with open(P,'w') as f: print(1,2,sep=',',file=f); print('x',end='',file=f); f.flush(); print(os.path.getsize(P))
print(open(P).read())
with open(P,'wb') as f: f.write(bytearray(b'abc')); f.write(memoryview(b'def')); t(lambda: f.write([1])); f.writelines([b'1',b'2'])
print(open(P,'rb').read()); 
with open(P,'rb') as f:
    b=bytearray(4); print(f.readinto(b), b, f.readinto(b), b, f.readline(), f.read(0), f.read(-1), f.read(None))
with open(P,'rb',buffering=0) as f: print(f.read(2), f.readline(), f.readall(), f.seek(1), f.tell(), f.readline(), f.readable(), f.writable(), f.seekable(), f.mode, f.closefd, f.name)
with open(P,'rb',buffering=3) as f: print(f.read(2), f.peek(), f.read(4), f.readline(), f.raw)
with open(P,'x' if not os.path.exists(P) else 'a') as f: print(f.mode)
fd=os.open(P,os.O_RDONLY); f=open(fd); print(f.name==fd, f.read()); f.close(); t(lambda: os.fstat(fd)); fd=os.open(P,os.O_RDONLY); f=open(fd,closefd=False); f.close(); print(os.fstat(fd).st_size); os.close(fd)
t(lambda: open(P,closefd=False)); t(lambda: open(P,'r',5,'utf-8','strict',None,True,None).read(1)); t(lambda: open(P,opener=lambda p,fl: os.open(p,fl)).read(1)); t(lambda: open(P, 'w', encoding=5)); t(lambda: open(P,mode=5)); t(lambda: open(P,buffering='a')); t(lambda: open(P,newline=5))
f=open(P,'w'); f.close(); f.close(); t(lambda: f.__enter__()); 
with open(P,'w') as f:
    t(lambda: f.fileno()>2); t(lambda: f.isatty()); t(lambda: f.readable()); t(lambda: f.writable()); t(lambda: f.seekable()); t(lambda: f.line_buffering); t(lambda: f.errors); t(lambda: f.newlines); t(lambda: f.buffer.name==P); pass
try:
    with open(P,'w') as f:
        f.write('partial'); raise ValueError('in with')
except ValueError as e: print(e, f.closed, open(P).read())
class W:
    def __init__(s): s.d=[]
    def write(s,x): s.d.append(x)
    def flush(s): s.d.append('FLUSH')
w=W(); print('a','b',file=w); print('c',file=w,flush=True); print(w.d)
t(lambda: print('x',file=5)); t(lambda: print('x',sep=5)); t(lambda: print('x',foo=1)); print('x',file=None); print(end=''); print(); print('a','b',sep=None,end=None) 
old=sys.stdout; sys.stdout=io.StringIO(); print('captured'); s=sys.stdout.getvalue(); sys.stdout=old; print(repr(s))
with open(P,'w') as f: f.write('é'*5000+'\n'+'x'*20000+'\nlast')
with open(P) as f: print([len(l) for l in f]); f.seek(0); print(len(f.readline(100)), len(f.readline()), len(f.read(3)), f.tell()); f.seek(0,2); print(f.tell(), f.read()==''); f.seek(10001); print(len(f.readline()))
with open(P) as f: print(len(f.readlines(100)), f.readlines(1)[0][:3]==f.read(0) or 'ok')
s=io.StringIO('abc'); print(s.read(1), s.tell(), s.seek(0,2), s.read(), s.write('d'), s.getvalue()); t(lambda: s.seek(1,1)); t(lambda: s.seek(-1)); t(lambda: s.truncate(-1)); print(s.truncate(2), s.getvalue(), s.closed, s.readable(), s.isatty()); t(lambda: s.fileno())
b=io.BytesIO(); print(b.write(b'hello'), b.seek(-2,2), b.read(), b.truncate(1), b.getvalue(), b.tell(), b.getbuffer().tobytes()); t(lambda: b.seek(-1)); t(lambda: b.fileno()); t(lambda: b.write('x')); b=io.BytesIO(b'a\nb\nc'); print(b.readlines(), list(io.BytesIO(b'x\ny'))); b.seek(2); print(b.readline(), b.read1(1), b.readinto(bytearray(2)))
t(lambda: io.BufferedReader(5)); t(lambda: io.TextIOWrapper(io.BytesIO(b'a'),encoding='zzz')); x=io.TextIOWrapper(io.BytesIO(b'a\r\nb'),encoding='ascii',newline=''); print(x.readline(), x.encoding, x.errors, x.buffer.getvalue()); t(lambda: x.name); t(lambda: x.mode); print(x)
f=open(P,'r+'); f.readline(); f.write('END'); f.close(); print(os.path.getsize(P), open(P).read()[-3:])
f=open(P,'a+'); print(f.tell(), f.read(), f.seek(0), len(f.read(10)), f.write('app'), f.tell()>0); f.close(); print(open(P).read()[-6:])
with open(P,'w',newline='\r\n') as f: f.write('a\nb\n'); print(f.tell())
print(open(P,'rb').read()); 
with open(P,'w',newline='\r') as f: print('q\nr',file=f)
print(open(P,'rb').read(), open(P).readlines(), open(P,newline='').read())
import io as _io
print(isinstance(f,_io.TextIOWrapper), isinstance(f.buffer,_io.BufferedWriter), isinstance(f.buffer,_io.BufferedIOBase), issubclass(_io.StringIO,_io.TextIOBase), issubclass(_io.FileIO,_io.RawIOBase), _io.FileIO(P).read(2))
os.remove(P); t(lambda: _io.FileIO(P)); t(lambda: _io.FileIO(P,'q')); t(lambda: _io.open(P)); t(lambda: sys.stdin.buffer.read())
