"""Cells with formulas, evaluated on demand, with cycles and errors reported as values."""


class Cycle(Exception):
    pass


class Sheet:
    def __init__(self):
        self.cells, self.cache, self.busy = {}, {}, []

    def __setitem__(self, name, content):
        self.cells[name] = content
        self.cache.clear()

    def __getitem__(self, name):
        if name in self.cache:
            return self.cache[name]
        if name in self.busy:
            raise Cycle(" -> ".join(self.busy[self.busy.index(name) :] + [name]))
        content = self.cells.get(name, 0)
        self.busy.append(name)
        try:
            if callable(content):
                result = content(self)
            else:
                result = content
        finally:
            self.busy.pop()
        self.cache[name] = result
        return result

    def __delitem__(self, name):
        del self.cells[name]
        self.cache.clear()

    def __contains__(self, name):
        return name in self.cells

    def __iter__(self):
        return iter(sorted(self.cells, key=lambda n: (n.rstrip("0123456789"), int(n.lstrip("ABCDEFG") or 0))))

    def __len__(self):
        return len(self.cells)

    def show(self, name):
        try:
            value = self[name]
        except Cycle as e:
            return f"#CYCLE {e}"
        except ZeroDivisionError:
            return "#DIV/0"
        except Exception as e:
            return f"#{type(e).__name__} {e}"
        return f"{value:.3f}" if isinstance(value, float) else str(value)


sheet = Sheet()
sheet["A1"], sheet["A2"], sheet["A3"] = 10, 20, 30.5
sheet["B1"] = lambda s: s["A1"] + s["A2"]
sheet["B2"] = lambda s: sum(s[f"A{i}"] for i in range(1, 4))
sheet["B3"] = lambda s: s["B2"] / s["C9"]
sheet["C1"] = lambda s: s["C2"] + 1
sheet["C2"] = lambda s: s["C3"] * 2
sheet["C3"] = lambda s: s["C1"] - 1
sheet["C10"] = lambda s: "text" + s["A1"]
sheet["D1"] = lambda s: max((s[n] for n in ("A1", "A2", "A3")), key=lambda v: -v)
for name in sheet:
    print(name, sheet.show(name))
print(len(sheet), "A1" in sheet, "Z9" in sheet)
sheet["C3"] = 5
print([sheet.show(f"C{i}") for i in (1, 2, 3)])
print(sorted(sheet.cache.items()))
del sheet["A3"]
print(sheet.show("B2"), sheet.busy)
try:
    del sheet["A3"]
except KeyError as e:
    print("KeyError", e)
sheet["E1"] = lambda s: [s[n] for n in s if n < "B"]
print(sheet.show("E1"))
