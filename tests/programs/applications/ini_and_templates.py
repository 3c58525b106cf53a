"""An INI reader with interpolation, and a template language with loops and conditions that it fills."""


class ConfigError(Exception):
    pass


def parse_ini(text, source="<text>"):
    sections, current = {"": {}}, ""
    last = None
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.split(" ;")[0].rstrip()
        if not line.strip() or line.lstrip().startswith(("#", ";")):
            continue
        if line[0] in " \t" and last:
            sections[current][last] += "\n" + line.strip()
        elif line.startswith("["):
            if not line.endswith("]"):
                raise ConfigError(f"{source}:{number}: section without ]")
            current = line[1:-1].strip()
            sections.setdefault(current, {})
            last = None
        else:
            key, sign, value = line.partition("=")
            if not sign:
                raise ConfigError(f"{source}:{number}: {line!r} has no '='")
            last = key.strip().lower()
            sections[current][last] = value.strip()
    return sections


def interpolate(sections, section, key, seen=()):
    if (section, key) in seen:
        raise ConfigError("circle: " + " -> ".join(k for _, k in (*seen, (section, key))))
    value = sections.get(section, {}).get(key, sections[""].get(key))
    if value is None:
        raise ConfigError(f"no {key} in [{section}]")
    out, rest = "", value
    while (at := rest.find("${")) >= 0:
        end = rest.index("}", at)
        name = rest[at + 2 : end]
        other, _, inner = name.rpartition(":")
        out += rest[:at] + interpolate(sections, other or section, inner, (*seen, (section, key)))
        rest = rest[end + 1 :]
    return out + rest


class Template:
    def __init__(self, text):
        self.tokens = list(self.split(text))
        self.at = 0
        self.tree = self.block(())
        if self.at < len(self.tokens):
            raise ConfigError(f"unexpected {self.tokens[self.at][1]}")

    @staticmethod
    def split(text):
        while text:
            before, mark, rest = text.partition("{%")
            name_at = before.find("{{")
            if name_at >= 0:
                yield "text", before[:name_at]
                name, _, after = before[name_at + 2 :].partition("}}")
                yield "name", name.strip()
                text = after + mark + rest
                continue
            if before:
                yield "text", before
            if not mark:
                return
            command, _, text = rest.partition("%}")
            yield "command", command.strip()

    def block(self, ends):
        tree = []
        while self.at < len(self.tokens):
            kind, value = self.tokens[self.at]
            if kind == "command" and value.split()[0] in ends:
                return tree
            if kind == "command" and value.split()[0] not in ("for", "if"):
                break
            self.at += 1
            if kind != "command":
                tree.append((kind, value))
                continue
            word, *args = value.split()
            body = self.block(("end", "else"))
            other = []
            if self.at < len(self.tokens) and self.tokens[self.at][1] == "else":
                self.at += 1
                other = self.block(("end",))
            if self.at >= len(self.tokens):
                raise ConfigError(f"{word} without end")
            self.at += 1
            tree.append((word, args, body, other))
        return tree

    def render(self, **names):
        return "".join(self.run(self.tree, names))

    def run(self, tree, names):
        for kind, *rest in tree:
            if kind == "text":
                yield rest[0]
            elif kind == "name":
                yield str(self.look(rest[0], names))
            elif kind == "if":
                args, body, other = rest
                value = self.look(args[-1], names)
                yield from self.run(body if bool(value) != (args[0] == "not") else other, names)
            else:
                (name, _, items), body, other = rest
                values = list(self.look(items, names))
                for index, value in enumerate(values):
                    yield from self.run(body, {**names, name: value, "index": index, "last": index == len(values) - 1})
                if not values:
                    yield from self.run(other, names)

    @staticmethod
    def look(path, names):
        path, *filters = path.split("|")
        first, *parts = path.split(".")
        value = names[first]
        for part in parts:
            value = value[part] if isinstance(value, dict) else getattr(value, part) if not part.isdigit() else value[int(part)]
        for f in filters:
            value = {"upper": str.upper, "len": len, "title": str.title, "repr": repr}[f](value)
        return value


INI = """
# comment
root = /srv
[site]
Name = Example ; trailing
path = ${root}/www
log = ${path}/${paths:file}
text = first
    second
    third
[paths]
file = access.log
a = ${b}
b = ${site:c}
[site]
c = ${paths:a}
"""
config = parse_ini(INI)
print({k: sorted(v) for k, v in config.items()})
for section, key in (("site", "name"), ("site", "log"), ("site", "text"), ("paths", "root"), ("paths", "a"), ("site", "nope"), ("nope", "x")):
    try:
        print(section, key, repr(interpolate(config, section, key)))
    except ConfigError as e:
        print(section, key, "error:", e)
for bad in ("[open\n", "x = 1\nnothing here\n"):
    try:
        parse_ini(bad, "bad.ini")
    except ConfigError as e:
        print(e)
page = Template("Hello {{ user.name|title }}!{% for x in items %} {{index}}:{{ x.0 }}{% if not last %},{% else %}.{% end %}{% else %} nothing{% end %}\n")
print(page.render(user={"name": "ann lee"}, items=[("a", 1), ("b", 2)]), end="")
print(page.render(user={"name": "x"}, items=()), end="")
print(Template("{% for r in rows %}{% for c in r %}[{{ c|repr }}]{% end %};{% end %}{{ rows|len }}").render(rows=["ab", "", "c"]))
for bad in ("{% if x %}", "{% end %}", "{{ y }}", "{{ x.z }}"):
    try:
        print(Template(bad).render(x=1))
    except (ConfigError, KeyError, AttributeError) as e:
        print(type(e).__name__, e)
