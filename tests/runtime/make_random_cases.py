"""Writes random uses of text and numbers with the oracle's answers, one "EXPRESSION -> ANSWER" a line.
/usr/bin/python3.11 tests/runtime/make_random_cases.py SEED COUNT FILE; unit_rt_text_cases reads any such file named by PY2_CASES."""
import random,sys,warnings
warnings.simplefilter('ignore')
r=random.Random(int(sys.argv[1])); N=int(sys.argv[2])
alph=['ab','aAbB xX','abc \t\n','éàß AaΣσς','中文a b','😀aé\u2028\u0345','\x1c\x85\u3000a\r\n','ǆǅŉﬁİıK','0123٣²½ⅷ','-+_.,:','%{}!']
def S():
    a=r.choice(alph)
    if r.random()<.3: a+=r.choice(alph)
    return ''.join(r.choice(a) for _ in range(r.choice([0,1,2,3,5,8,13,40])))
def B(): return bytes(r.choice(b'ab \n\tAB\xff\x80\r\x0b19') for _ in range(r.choice([0,1,2,3,5,13])))
def I(): return r.choice([0,1,2,3,5,-1,-2,-5,10,20,None,100])
def J(): return r.choice([0,1,2,3,-1,5,10])
unary='upper lower title casefold capitalize swapcase isalpha isdecimal isdigit isnumeric isalnum isupper islower istitle isspace isprintable isidentifier isascii strip lstrip rstrip split rsplit splitlines expandtabs encode'.split()
bun='upper lower title capitalize swapcase isalpha isdigit isalnum isupper islower istitle isspace isascii strip lstrip rstrip split rsplit splitlines expandtabs hex'.split()
def sub(s):
    if s and r.random()<.7:
        i=r.randrange(len(s)); return s[i:i+r.choice([1,1,2,3])]
    return type(s)() if r.random()<.1 else (S() if isinstance(s,str) else B())
def strcase():
    s=S(); k=r.randrange(14)
    if k==0: return f'{s!r}.{r.choice(unary)}()'
    if k==1: return f'{s!r}.{r.choice(["find","rfind","index","rindex","count","startswith","endswith"])}({sub(s)!r},{I()},{I()})'
    if k==2: return f'{s!r}.{r.choice(["split","rsplit"])}({sub(s)!r},{J()})'
    if k==3: return f'{s!r}.{r.choice(["split","rsplit"])}(None,{J()})'
    if k==4: return f'{s!r}.replace({sub(s)!r},{S()!r},{J()})'
    if k==5: return f'{s!r}.{r.choice(["partition","rpartition"])}({sub(s)!r})'
    if k==6: return f'{s!r}.{r.choice(["strip","lstrip","rstrip"])}({S()!r})'
    if k==7: return f'{s!r}.{r.choice(["center","ljust","rjust"])}({J()},{r.choice("*é中 ")!r})'
    if k==8: return f'{s!r}[{"" if r.random()<.3 else I()}:{"" if r.random()<.3 else I()}:{r.choice([1,2,-1,-2,3,""])}]'.replace('None','')
    if k==9: return f'{s!r}.splitlines({r.choice([True,False])})'
    if k==10: return f'{s!r}.{r.choice(["removeprefix","removesuffix"])}({sub(s)!r})'
    if k==11: return f'repr({s!r})' if r.random()<.5 else f'ascii({s!r})'
    if k==12: return f'{s!r}.{r.choice(["zfill","expandtabs"])}({J()})'
    return f'{s!r}.encode({r.choice(["ascii","latin-1","utf-8","utf-16","utf-16-be","utf-32-le"])!r},{r.choice(["strict","ignore","replace","backslashreplace","xmlcharrefreplace","surrogateescape"])!r})'
def bcase():
    s=B(); 
    k=r.randrange(10); q='%r'%s
    if r.random()<.3: q='bytearray(%r)'%s
    if k==0: return f'{q}.{r.choice(bun)}()'
    if k==1: return f'{q}.{r.choice(["find","rfind","index","rindex","count","startswith","endswith"])}({sub(s)!r},{I()},{I()})'
    if k==2: return f'{q}.{r.choice(["split","rsplit"])}({sub(s)!r},{J()})'
    if k==3: return f'{q}.{r.choice(["split","rsplit"])}(None,{J()})'
    if k==4: return f'{q}.replace({sub(s)!r},{B()!r},{J()})'
    if k==5: return f'{q}.{r.choice(["partition","rpartition"])}({sub(s)!r})'
    if k==6: return f'{q}.{r.choice(["strip","lstrip","rstrip"])}({B()!r})'
    if k==7: return f'{q}[{"" if r.random()<.3 else I()}:{"" if r.random()<.3 else I()}:{r.choice([1,2,-1,-2,3,""])}]'.replace('None','')
    if k==8: return f'bytes({[r.choice([0x61,0xc3,0xa9,0xe4,0xb8,0xad,0xf0,0x9f,0x98,0x80,0xed,0xa0,0xff,0xc0,0xf4,0x90]) for _ in range(r.randrange(7))]}).decode({r.choice(["utf-8","utf-8","utf-8","ascii","utf-16","utf-16-le","utf-32-be","latin-1"])!r},{r.choice(["strict","ignore","replace","backslashreplace","surrogateescape"])!r})'
    return f'{q}.{r.choice(["center","ljust","rjust"])}({J()},{r.choice([b"*",b" "])!r})'
def num():
    k=r.randrange(6)
    if k==0: return repr(r.randrange(-1000,1000))
    if k==1: return repr(r.randrange(-10**30,10**30))
    if k==2: return repr(r.uniform(-1000,1000))
    if k==3: return repr(r.choice([0.0,-0.0,1.0,1e10,1e16,1e17,1e-5,1e-4,123456789.0,1e100,5e-324,0.1,2.5,1234.5]))
    if k==4: return r.choice(["float('inf')","float('-inf')","float('nan')","True","0","65"])
    return repr(round(r.uniform(-10,10),r.randrange(5)))
def spec():
    s=''
    if r.random()<.4: s+=r.choice(['<','>','^','=','*<','0>','é^','x=','<<'])
    s+=r.choice(['','','+','-',' '])+r.choice(['','','','z'])+r.choice(['','','#'])+r.choice(['','','0'])
    s+=r.choice(['','','5','10','20','1'])+r.choice(['','','',',','_'])+r.choice(['','','.0','.1','.2','.5','.10','.20','.'])
    s+=r.choice(['','','d','b','o','x','X','n','c','e','E','f','F','g','G','%','s','q'])
    return s
def fcase():
    return f'format({num()},{spec()!r})' if r.random()<.8 else f'format({S()!r},{spec()!r})'
def pcase():
    s='%'+''.join(r.choice('-+ #0') for _ in range(r.choice([0,0,1,2])))+r.choice(['','','5','12'])+r.choice(['','','.0','.3','.10'])+r.choice('diuoxXeEfFgGcrsa%')
    v=num() if r.random()<.8 else repr(S())
    if r.random()<.2: return f'{s.encode()!r}%({v},)'
    return f'{s!r}%({v},)'
def ncase():
    k=r.randrange(6); a,b=num(),num()
    if k<3: return f'({a}){r.choice(["+","-","*","/","//","%","<","<=","==","!=",">",">="])}({b})'
    if k==3: return f'divmod({a},{b})'
    if k==4: return f'round({r.uniform(-1e6,1e6)!r},{r.randrange(-7,18)})' if r.random()<.6 else f'round({r.randrange(-10**9,10**9)},{r.randrange(-12,3)})'
    x=r.choice([r.uniform(0,50),r.randrange(-20,20),r.uniform(-5,5)]); y=r.choice([r.uniform(-8,8),r.randrange(-10,30),0.5,2.0])
    return f'({x})**({y})'
def ev(s):
    try: x=repr(eval(s))
    except BaseException as e: x=type(e).__name__+': '+str(e)
    return x
with open(sys.argv[3],'w',encoding='utf-8') as f:
    for i in range(N):
        s=r.choice([strcase,strcase,bcase,fcase,fcase,pcase,ncase])()
        v=ev(s)
        if '\n' in s or '\n' in v or ' -> ' in s: continue
        try: line=s+' -> '+v+'\n'; line.encode()
        except UnicodeEncodeError: continue
        f.write(line)
