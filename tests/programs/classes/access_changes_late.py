# What changes every access of a class comes after its attributes were read and stored at the same places.
class Point:
    kind = 'point'
    def __init__(self, x): self.x = x
    def show(self): return f'show {self.x}'
class Pixel(Point): pass

def read(o): return o.x
def kind(o): return o.kind
def write(o, v): o.x = v
def call(o): return o.show()
def warm(*objects):
    for _ in range(5):
        for o in objects: write(o, 1); read(o); kind(o); call(o)

p, q = Point(1), Pixel(2)
warm(p, q)
Point.__getattribute__ = lambda self, name: (lambda: 'called ' + name) if name == 'show' else 'asked for ' + name
print(read(p), kind(p), call(p), read(q), kind(q), call(q))
del Point.__getattribute__
print(read(p), kind(p), call(p), read(q), kind(q), call(q))
Pixel.__getattribute__ = lambda self, name: 'pixel'
print(read(p), kind(p), call(p), read(q), kind(q))
del Pixel.__getattribute__

warm(p, q)
log = []
Point.__setattr__ = lambda self, name, v: log.append((type(self).__name__, name, v))
write(p, 5); write(q, 6)
print(read(p), read(q), log)
del Point.__setattr__
write(p, 7); write(q, 8)
print(read(p), read(q), log)

# A class of descriptors becomes one after an object of it was found in a class.
class Later: pass
class Holder:
    d = Later()
    def __init__(self): self.own = 1
    own = None
Holder.own = Later()
h = Holder()
def get_d(o): return o.d
def get_own(o): return o.own
def set_own(o, v): o.own = v
for _ in range(5):
    assert type(get_d(h)) is Later and get_own(h) == 1
    set_own(h, 1)
Later.__get__ = lambda self, o, cls=None: 'got from ' + cls.__name__
print(get_d(h), get_own(h))
Later.__set__ = lambda self, o, v: print('set to', v)
set_own(h, 9)
print(get_own(h))
del Later.__set__
set_own(h, 10)
print(get_own(h), get_d(h))
del Later.__get__
print(type(get_d(h)).__name__, get_own(h))

# An object found in a class turns into a descriptor.
class Getter:
    def __get__(self, o, cls=None): return 'getter'
class Setter:
    def __get__(self, o, cls=None): return 'setter'
    def __set__(self, o, v): print('setter was given', v)
for _ in range(5): get_d(h); set_own(h, 11); get_own(h)
Holder.__dict__['d'].__class__ = Getter
print(get_d(h))
Holder.__dict__['own'].__class__ = Setter
print(get_own(h))
set_own(h, 12)
Holder.__dict__['d'].__class__ = Later
print(type(get_d(h)).__name__)

# Methods that are replaced by objects of classes that are called, and back.
class Called:
    def __call__(self, *args): return ('called', args)
def show2(self): return 'two'
for _ in range(5): call(p); call(q)
Point.show = Called()
print(call(p), call(q))
Point.show = show2
print(call(p), call(q))
Pixel.show = staticmethod(lambda: 'static')
print(call(p), call(q))
Pixel.show = classmethod(lambda cls: cls.__name__)
print(call(p), call(q))
del Pixel.show
print(call(p), call(q))
