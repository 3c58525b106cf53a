# configparser, shlex, graphlib, literal_eval: a small build description read and ordered
import ast
import configparser
import graphlib
import io
import shlex

TEXT = """
[DEFAULT]
jobs = 2
root = /srv
[app]
command = cc -o "my app" main.c 'a b.c'
needs = lib, tools
out = %(root)s/app
options = {'level': 2, 'names': ['x', 'y'], 'ratio': -1.5, 'on': True}
[lib]
command = ar rc lib.a \\
    x.o
needs = base
jobs = 8
[tools]
command: echo $HOME | wc
needs = base
[base]
# nothing to do
verbose = yes
"""
config = configparser.ConfigParser()
config.read_string(TEXT.replace("\\\n", ""))
print(config.sections(), dict(config["lib"]), config["app"]["out"], config.getint("lib", "jobs"), config["base"].getboolean("verbose"), config.defaults())
print(config.get("base", "none", fallback="fell back"), config.has_option("app", "root"), "app" in config, config["tools"].get("zip"))
print(ast.literal_eval(config["app"]["options"]))
for name in ("app", "lib", "tools"):
    print(name, shlex.split(config[name]["command"]))
print(list(shlex.shlex("a=b && c|d 'x y'", punctuation_chars=True)), shlex.quote("it's"), shlex.join(["a b", "c", "$d", ""]), shlex.split("a # c\nb", comments=True))
graph = {name: [n.strip() for n in config[name].get("needs", "").split(",") if n.strip()] for name in config.sections()}
print(list(graphlib.TopologicalSorter(graph).static_order())[0], graph)
sorter = graphlib.TopologicalSorter(graph)
sorter.prepare()
while sorter.is_active():
    ready = sorted(sorter.get_ready())
    print("ready", ready)
    sorter.done(*ready)
graph["base"] = ["app"]
config["new"] = {"a": "1", "b": "two %% three"}
config.set("new", "c", "3")
config.remove_section("tools")
out = io.StringIO()
config.write(out)
print(out.getvalue())
cyclic = graphlib.TopologicalSorter({"a": ["b"], "b": ["c"], "c": ["a"]})
for bad in (lambda: cyclic.prepare(), lambda: config["nope"], lambda: config.get("app", "nope"), lambda: config.getint("app", "root"), lambda: config.set("x", "y", "z"),
            lambda: configparser.ConfigParser().read_string("a = 1"), lambda: configparser.ConfigParser().read_string("[a]\nx=1\nx=2"), lambda: shlex.split("'open"),
            lambda: ast.literal_eval("f(1)"), lambda: ast.literal_eval("1 +"), lambda: config["base"].getboolean("jobs")):
    try:
        bad()
    except Exception as error:
        print(type(error).__name__, str(error).split(" on line")[0].split(": <ast")[0])
for text in ("[1, (2, 'x'), {3: b'y'}]", "{1, 2}", "-3 + 4j", "None", "'a' 'b'", "0x_ff", "set()"):
    print(repr(ast.literal_eval(text)), end="; ")
print()
