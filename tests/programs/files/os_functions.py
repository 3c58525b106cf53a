# env: HOME=/root
# os, os.path and time.
import os, os.path, time
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)
D='osdir'
def rm(d):
    for r,ds,fs in os.walk(d,topdown=False):
        for x in fs: os.remove(os.path.join(r,x))
        for x in ds:
            q=os.path.join(r,x)
            os.remove(q) if os.path.islink(q) else os.rmdir(q)
    os.rmdir(d)
if os.path.exists(D): rm(D)
os.mkdir(D); os.makedirs(D+'/a/b/c'); os.makedirs(D+'/a/b/c',exist_ok=True); t(lambda: os.makedirs(D+'/a/b/c')); t(lambda: os.mkdir(D)); t(lambda: os.mkdir(D+'/x/y'))
open(D+'/f.txt','w').write('hello'); open(D+'/a/g.txt','w').write('hi'); os.symlink('f.txt',D+'/ln'); os.symlink('a',D+'/la')
print(sorted(os.listdir(D)), os.path.getsize(D+'/f.txt'), os.path.isfile(D+'/f.txt'), os.path.isdir(D), os.path.islink(D+'/ln'), os.path.exists(D+'/no'), os.path.lexists(D+'/ln'), os.readlink(D+'/ln'), os.path.samefile(D+'/ln',D+'/f.txt'))
for r,ds,fs in os.walk(D): ds.sort(); print(r,ds,sorted(fs))
print([x[0] for x in os.walk(D,topdown=False)].__len__()); print(sorted((e.name,e.is_dir(),e.is_file(),e.is_symlink(),e.path) for e in os.scandir(D)))
with os.scandir(D) as it: print(sorted(e.name for e in it))
os.rename(D+'/f.txt',D+'/h.txt'); t(lambda: os.rename(D+'/f.txt',D+'/zz')); t(lambda: os.remove(D+'/f.txt')); t(lambda: os.rmdir(D)); t(lambda: os.listdir(D+'/none')); t(lambda: os.stat(D+'/none')); t(lambda: os.chdir('/none')); t(lambda: os.listdir(D+'/h.txt')); t(lambda: os.rmdir(D+'/h.txt')); t(lambda: os.remove(D)); t(lambda: os.replace(D+'/h.txt',D+'/f.txt')); t(lambda: os.readlink(D)); t(lambda: os.stat(5.5)); t(lambda: os.mkdir(5)); t(lambda: os.listdir(D+'\0')); t(lambda: os.path.exists('a\0b')); t(lambda: os.path.getsize('/none'))
s=os.stat(D+'/f.txt'); print(s.st_size, s[6], oct(s.st_mode), s.st_nlink, len(s), s.st_mtime==os.path.getmtime(D+'/f.txt'), type(s).__name__, s.st_mtime_ns//10**9==s[8], isinstance(s,tuple), s.st_uid)
os.chmod(D+'/f.txt',0o600); print(oct(os.stat(D+'/f.txt').st_mode), os.access(D,os.R_OK), os.access('/none',os.F_OK)); os.truncate(D+'/f.txt',2); print(open(D+'/f.txt').read())
os.utime(D+'/f.txt',(1000,2000)); print(os.stat(D+'/f.txt').st_mtime, os.stat(D+'/f.txt').st_atime_ns)
fd=os.open(D+'/f.txt',os.O_RDWR|os.O_CREAT); print(os.write(fd,b'xyz'), os.lseek(fd,0,0), os.read(fd,10), os.isatty(fd), os.fstat(fd).st_size); os.close(fd); t(lambda: os.close(fd)); r,w=os.pipe(); os.write(w,b'pipe'); print(os.read(r,10)); os.close(r); os.close(w)
p=os.path
for a in ['','a','/','/a','a/','/a/b','//a','///a','a/b.c','a.b/c','.bashrc','a/.x.y','a..b','...','/a/../b','a/../..','./a','a//b','../a','/..','//..','a/./b/','..','.']:
    print(repr(a), p.split(a), p.basename(a), p.dirname(a), p.splitext(a), p.normpath(a), p.isabs(a))
print(p.join('a','b'), p.join('a/','b'), p.join('a','/b'), p.join('','a'), p.join('a',''), p.join('a','b','','c'), p.join(b'a',b'b'), p.commonpath(['/a/b','/a/c']), p.commonpath(['a/b/c','a/b']), p.commonprefix(['abc','abd']), p.commonprefix([]), p.splitdrive('/a'), p.normcase('A'), p.expandvars('$HOME/x ${HOME} $NOPE'), p.expanduser('~/x')==os.environ['HOME']+'/x', p.expanduser('~'), p.expanduser('a~'))
t(lambda: p.join('a',5)); t(lambda: p.join('a',b'b')); t(lambda: p.basename(5)); t(lambda: p.commonpath([])); t(lambda: p.commonpath(['/a','b'])); t(lambda: p.relpath(''))
print(os.sep, os.linesep=='\n', os.name, os.curdir, os.pardir, os.extsep, os.altsep, os.pathsep, os.devnull, p.sep, os.path.__name__)
print(os.getenv('NOPE'), os.getenv('NOPE','d'), os.environ.get('HOME')==os.getenv('HOME'), 'HOME' in os.environ); os.environ['ZQ']='1'; print(os.environ['ZQ'], os.getenv('ZQ')); del os.environ['ZQ']; t(lambda: os.environ['ZQ']); t(lambda: os.environ.__setitem__('a',5)); t(lambda: os.getenv(5)); print(isinstance(os.getpid(),int), len(os.urandom(5)), os.fspath('a'), os.fsencode('é'), os.fsdecode(b'\xc3\xa9\xff'), os.strerror(2), os.strerror(9999), os.cpu_count()>0)
class P:
    def __fspath__(self): return D
print(os.fspath(P()), os.path.isdir(P()), p.join(P(),'x'), sorted(os.listdir(P()))); t(lambda: os.fspath(5))
class Q:
    def __fspath__(self): return 5
t(lambda: os.fspath(Q())); t(lambda: open(Q()))
rm(D); print(os.path.exists(D))
print(time.gmtime(0), time.gmtime(86400*365.25*30)[:6], time.strftime('%Y-%m-%d %H:%M:%S %a %A %b %B %j %U %W %w %y %p %I %% %d %Z %z %c %x %X %D %F %T %G-%V %u %e|%k|%l',time.gmtime(1700000000)), time.asctime(time.gmtime(0)), time.mktime(time.localtime(1700000000)), time.gmtime(-1)[:6], time.gmtime(1e9).tm_wday)
for y in range(1995,2030): print(time.strftime('%G-%V-%U-%W-%j', time.gmtime((y-1970)*31556952)), end=' ')
print(); t(lambda: time.sleep(-1)); t(lambda: time.sleep('a')); t(lambda: time.strftime(5)); t(lambda: time.strftime('%Y',(1,2))); t(lambda: time.strftime('%Y',(2000,13,1,0,0,0,0,1,0))); t(lambda: time.gmtime('a')); t(lambda: time.gmtime(1e20)); t(lambda: time.mktime(5))
a=time.perf_counter(); time.sleep(0.01); b=time.perf_counter(); print(b-a>=0.01, isinstance(time.time(),float), time.time_ns()>10**18, time.monotonic()>0, time.process_time()>=0, time.struct_time(range(9)), time.tzname[0], time.timezone)
