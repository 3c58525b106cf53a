# f-strings: nesting, conversions, debug form, evaluation order, format protocol.

x, y, name = 5, 2.5, "né"
print(f"", f"plain", f"{x}", f"{x}{y}", f"{{}}", f"{{{x}}}", f"{x:>{x}}|{x:<{x}}|{x:^{x + 2}}|", f"{name!r} {name!s} {name!a}", f"{name!r:>10}|{name!a:*^12}|")
print(f"{x=}", f"{x = }", f"{x=!r}", f"{x=!s:>5}", f"{x=:05}", f"{name=}", f"{name = !s}", f"{x+1=}", f"{ x + 1 = }", f"{y=:.3f}", f"{'a'=}", f"{[1, 2]=}")
print(f"{'single'}", f'{"double"}', f'''{"""triple"""}''', f"""{
    x
    + 1
}""", f"{x if x > 3 else y}", f"{(lambda q: q * 2)(x)}", f"{[i for i in range(3)]}", f"{ {1: 2}[1] }", f"{ {3, } }", f"{x,}", f"{x, y}", f"{*[1, 2], 3}")
print(f"{x:{'>'}{10}}|", f"{x:{'0' + '5'}}", f"{y:{x}.{1}f}|", f"{'s':{'*'}^{3 + 4}}", f"{x!r:{'^'}{9}}|", f"a" "b" f"{x}" "c{x}", f"{x}" r"\n" f"\n{x}", rf"\d{x}\n", fr"{x}\t", F"{x}", f"\x41\u00e9\N{BULLET}{x}", f"\N{BULLET}")
print(f"{x:,} {1234567:,} {1234567:_} {255:#x} {255:b} {0.25:%} {1e10:g} {True:d} {True}", f"{None} {...} {int} {print.__name__}", f"{x != 5} {x == 5} {x >= 5} {x <= 5}", f"{'a' 'b'}", f"{'{'}{'}'}", f"{chr(39)}")
trace = []


def e(v):
    trace.append(v)
    return v


print(f"{e(1)}{e(2):{e(3)}}{e(4)!r:>{e(5)}}", trace)


class F:
    def __format__(self, spec):
        return f"<{spec}>"

    def __str__(self):
        return "str"

    def __repr__(self):
        return "repr"


f = F()
print(f"{f}", f"{f:abc}", f"{f!s}", f"{f!r}", f"{f!s:>5}", f"{f:{x}:{y}}", f"{f=}", f"{f=:q}", f"{f=!s}", f"{f: }", f"{f:  x }", f"{f:%Y-%m-%d}", f"{f:a:b}")
for g in (lambda: f"{x:s}", lambda: f"{name:d}", lambda: f"{None:5}", lambda: f"{[1]:>5}", lambda: f"{undefined}", lambda: f"{x.attr}", lambda: f"{1 / 0}", lambda: f"{y:{x}.{-1}f}", lambda: f"{object():x}"[:0]):
    try:
        print(g())
    except Exception as ex:
        print(type(ex).__name__, ex)
w = 10
print(f"{f'{w}'}", f"{f'{w:>{w}}'!r:>20}", f"{w!r}{w!s}{w!a}", f"{'é'!a}", f"{(x := 9)}", x, f"{x:=5}", f"{x:=+5}", f"{w:{x}}")
print(*(f"{i}:{i ** 2:>4}" for i in range(4)), sep="|")
print(f"{x}" == "9", type(f"{x}"), f"{'a'}" is not None, len(f"{'😀'}{'é'}"), (f"{1}" f"{2}").join("ab"), f"{'%d' % 3}", "%s" % f"{4}", f"{'{}'.format(6)}")
