# A body finds what __prepare__ put into its namespace before module names and built-ins.


class Names(dict):
    def __missing__(self, key):
        if key.startswith("__"):
            raise KeyError(key)
        self[key] = len(self)
        return self[key]


class Counter(type):
    @classmethod
    def __prepare__(mcls, name, bases, **kwds):
        return Names(helper=lambda: "prepared")

    def __new__(mcls, name, bases, ns, **kwds):
        return super().__new__(mcls, name, bases, dict(ns))


def helper():
    return "module"


class Colours(metaclass=Counter):
    red, green, blue
    called = helper()
    try:
        print
    except NameError:
        pass


print(Colours.red, Colours.green, Colours.blue, Colours.called, Colours.print)


def outer():
    red = "free"

    class Inner(metaclass=Counter):
        seen = red
        del red

    return Inner


print(outer().seen)


class Plain:
    called = helper()
    kind = type(())


print(Plain.called, Plain.kind)
