# metaclasses and class hooks: registries, ordered fields, singletons, descriptors that know their names
class Field:
    def __init__(self, kind, default=None):
        self.kind, self.default = kind, default

    def __set_name__(self, owner, name):
        self.name, self.slot = name, "_" + name

    def __get__(self, instance, owner):
        return self if instance is None else getattr(instance, self.slot, self.default)

    def __set__(self, instance, value):
        if not isinstance(value, self.kind):
            raise TypeError(f"{type(instance).__name__}.{self.name} must be {self.kind.__name__}, not {type(value).__name__}")
        setattr(instance, self.slot, value)


class ModelMeta(type):
    registry = {}

    @classmethod
    def __prepare__(mcls, name, bases, table=None):
        return {"table": table or name.lower() + "s"}

    def __new__(mcls, name, bases, namespace, **options):
        cls = super().__new__(mcls, name, bases, namespace)
        cls.fields = [k for base in reversed(cls.__mro__) for k, v in vars(base).items() if isinstance(v, Field)]
        return cls

    def __init__(cls, name, bases, namespace, **options):
        super().__init__(name, bases, namespace)
        if bases:
            ModelMeta.registry[name] = cls

    def __call__(cls, *args, **kwargs):
        made = super().__call__()
        for key, value in [*zip(cls.fields, args), *kwargs.items()]:
            if key not in cls.fields:
                raise TypeError(f"{cls.__name__} has no field {key!r}")
            setattr(made, key, value)
        return made

    def __iter__(cls):
        return iter(cls.fields)

    def __len__(cls):
        return len(cls.fields)

    def __contains__(cls, name):
        return name in cls.fields

    def __getitem__(cls, name):
        return vars(cls)[name]

    def __repr__(cls):
        return f"<model {cls.__name__} of {cls.table}>"


class Model(metaclass=ModelMeta):
    def __repr__(self):
        return f"{type(self).__name__}({', '.join(f'{k}={getattr(self, k)!r}' for k in type(self))})"


class Animal(Model):
    name = Field(str, "?")
    legs = Field(int, 4)


class Person(Animal, table="people"):
    email = Field(str)


print(Model, Animal, Person, list(Person), len(Animal), "legs" in Person, "x" in Person, Person["email"].kind)
print(Animal("cat"), Person("ann", 2, email="a@b"), Animal(legs=3), ModelMeta.registry)
for bad in (lambda: Animal(5), lambda: Animal(wings=2), lambda: Person("x", "two"), lambda: Person["none"], lambda: len(Person("x"))):
    try:
        bad()
    except (TypeError, KeyError) as error:
        print(type(error).__name__, error)


class Singleton(type):
    _made = {}

    def __call__(cls, *args):
        if cls not in cls._made:
            cls._made[cls] = super().__call__(*args)
        return cls._made[cls]


class Config(metaclass=Singleton):
    def __init__(self, value):
        self.value = value


print(Config(1) is Config(2), Config(3).value)
Dynamic = ModelMeta("Dynamic", (Animal,), {"age": Field(int, 0)}, table="dyn")
print(Dynamic.__mro__, hasattr(Dynamic, "table"), Dynamic("d", 1))
try:
    class Both(Config, Model):
        pass
except TypeError as error:
    print(error)


class Plugin:
    known = {}

    def __init_subclass__(cls, /, name=None, **rest):
        super().__init_subclass__(**rest)
        Plugin.known[name or cls.__name__] = cls

    def __class_getitem__(cls, key):
        return cls.known[key]


class A(Plugin): pass
class B(A, name="bee"): pass
print(Plugin["bee"] is B, sorted(Plugin.known), B.__bases__, type(Person), isinstance(Person, ModelMeta), Person.__class__.__mro__)
try:
    class C(Plugin, colour="red"):
        pass
except TypeError as error:
    print(error)
