"""__set_name__, __init_subclass__, __class_getitem__, and what a class statement calls, in which order."""

log = []


class Field:
    def __init__(self, kind, default=None):
        self.kind, self.default = kind, default
        log.append(f"Field({kind.__name__})")

    def __set_name__(self, owner, name):
        log.append(f"set_name {owner.__name__}.{name}")
        self.name = "_" + name

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        return instance.__dict__.get(self.name, self.default)

    def __set__(self, instance, value):
        if not isinstance(value, self.kind):
            raise TypeError(f"{self.name[1:]} must be {self.kind.__name__}, not {type(value).__name__}")
        instance.__dict__[self.name] = value

    def __delete__(self, instance):
        log.append(f"delete {self.name}")
        instance.__dict__.pop(self.name, None)


class Model:
    tables = {}

    def __init_subclass__(cls, /, table=None, **rest):
        log.append(f"init_subclass {cls.__name__} {table} {rest}")
        super().__init_subclass__(**rest)
        cls.tables[table or cls.__name__.lower()] = cls
        cls.fields = [k for k, v in vars(cls).items() if isinstance(v, Field)]

    def __class_getitem__(cls, item):
        return f"{cls.__name__}[{item}]"

    def __init__(self, **values):
        for name, value in values.items():
            setattr(self, name, value)

    def __repr__(self):
        return f"{type(self).__name__}({', '.join(f'{f}={getattr(self, f)!r}' for f in self.fields)})"


class Person(Model, table="people"):
    log.append("body")
    name = Field(str, "?")
    age = Field(int)


class Pet(Model):
    name = owner = Field(str)


def mark(word):
    log.append(f"made {word}")

    def decorate(cls):
        log.append(f"decorate {word} {cls.__name__}")
        return cls

    return decorate


@mark("outer")
@mark("inner")
class Worker(Person, table="staff"):
    boss = Field(Person)


for line in log:
    print(line)
log.clear()
print(sorted(Model.tables), Person.fields, Worker.fields, Pet.fields)
print(Model[3], Person[int, str], Worker["x"])
p = Person(name="Ann", age=30)
w = Worker(name="Bob", boss=p)
print(p, w, w.boss.name, Worker.boss is vars(Worker)["boss"], vars(w))
for attempt in (lambda: setattr(p, "age", "old"), lambda: Person(agee=3), lambda: Worker(boss=3), lambda: delattr(p, "age")):
    try:
        print(attempt())
    except (TypeError, AttributeError) as e:
        print(type(e).__name__, e)
print(p, log)
pet = Pet(name="Rex")
print(pet.owner, vars(pet))
try:
    class Wrong(Model, tabel="x"):
        pass
except TypeError as e:
    print(e)


class BadName:
    def __set_name__(self, owner, name):
        raise ValueError(f"no {name}")


try:
    class Holder:
        thing = BadName()
except RuntimeError as e:
    print(e, "|", repr(e.__cause__))
