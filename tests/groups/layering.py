"""Includes between rooms go one way; abi.def and abi.h list the same entries with the same arguments."""

import re

ALLOWED = {
    "engine": {"engine"},
    "rules": {"engine", "rules", "targets", "runtime", "generated"},
    "targets": {"engine", "targets"},
    "runtime": {"runtime"},
}
NARROW = {
    ("rules", "runtime"): {"runtime/abi/abi.def", "runtime/object/names.def", "runtime/lib/resource.h", "runtime/lib/front.h"},
    ("rules", "engine"): {"engine/rule.h", "engine/recipe/appspec.h", "engine/release/releasespec.h"},
    ("targets", "engine"): set(),
}
# What a folder of the runtime may look into, besides itself and the headers that everybody shares.
RUNTIME_SHARED = {"runtime/rt.h", "runtime/state.h"} | {
    f"runtime/{name}.h"
    for name in (
        "os/memory os/os object/object object/names object/attributes object/protocol types/types types/number types/containers types/type "
        "types/layouts text/str gc/alloc error/error error/report call/call call/entry process/process abi/abi"
    ).split()
}
RUNTIME_ROOMS = {
    "os": set(),
    "math": set(),
    "gc": {"types"},
    "text": {"math", "types"},
    "object": {"gc", "math", "types"},
    "call": {"gc", "object", "abi"},
    "types": {"gc", "math", "text", "object"},
    "error": {"gc", "types", "text", "lib/io.h"},
    "abi": {"gc", "object"},
    "process": {"gc", "types", "lib/native.h"},
    "lib": {"gc", "math", "text", "types", "object", "os/signal.def", "os/errno.def", "os/posix.h"},
}
# The folders of the engine, each with those it may look into; a build goes through them the other way. session.h is what
# commands share, above the recipes. What stands in engine/ itself may look everywhere.
ENGINE_ROOMS = {
    "base": set(),
    "cache": {"base"},
    "graph": {"base", "cache", "rule.h"},
    "recipe": {"base", "cache", "graph", "rule.h"},
    "remote": {"base", "graph", "recipe", "session.h"},
    "remote/net": {"base", "remote"},
    "query": {"base", "graph", "recipe", "session.h"},
    "show": {"base", "graph", "recipe", "query", "session.h"},
    "test": {"base", "graph", "recipe", "session.h"},
    "release": {"base", "graph", "recipe", "session.h"},
}
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.M)

ENTRY = re.compile(r'^RT\((\w+), (\w), "(\w*)", ([A-Z| ]+)\)', re.M)
PROTOTYPE = re.compile(r"^(?:const )?(val|void|double|int64_t) (\*?)(\w+)\(([^;]*)\);", re.M)


def letter(declaration):
    """The letter of an argument in abi.def, of its declaration in C."""
    if "*" in declaration:
        return "P"
    return {"val": "V", "int64_t": "I", "double": "F"}.get(declaration.split()[0], "?")


def abi(context, result):
    listed = {}
    for name, _, arguments, effects in ENTRY.findall((context.root / "runtime/abi/abi.def").read_text(encoding="utf-8")):
        listed[name] = ("" if "NOTHREAD" in effects else "P") + arguments
    header = (context.root / "runtime/abi/abi.h").read_text(encoding="utf-8")
    declared = {name: "".join(map(letter, arguments.split(", "))) for _, _, name, arguments in PROTOTYPE.findall(header)}
    for word in re.findall(r"RT_ENTRY2\((\w+)\)", header):
        declared.update({f"rt_{word}": "PVV", f"rt_i{word}": "PVV"})
    del declared["rt_w"], declared["rt_iw"]  # the macro's own line
    problems = [f"  {n}: abi.def {listed.get(n)}, abi.h {declared.get(n)}" for n in sorted(listed.keys() | declared.keys()) if listed.get(n) != declared.get(n)]
    if problems or len(listed) < 50:
        result.fail("layering abi", "\n".join(problems) or "abi.def was not understood")
    else:
        result.ok("layering abi")


def runtime_rooms(context, result):
    problems = []
    root = context.root / "runtime"
    for path in sorted(root.glob("*/**/*.[chS]")):
        room = path.relative_to(root).parts[0]
        if room == "tools":
            continue
        for target in INCLUDE.findall(path.read_text(encoding="utf-8", errors="replace")):
            if not target.startswith("runtime/") or target in RUNTIME_SHARED:
                continue
            inside = target.removeprefix("runtime/")
            if inside.split("/")[0] not in RUNTIME_ROOMS[room] | {room} and inside not in RUNTIME_ROOMS[room]:
                problems.append(f"  runtime/{room}: {path.name} includes {target}")
    loose = [p.name for p in root.glob("*.[cS]")]
    problems += [f"  runtime/{name} belongs into a folder" for name in loose]
    if problems:
        result.fail("layering runtime folders", "\n".join(problems))
    else:
        result.ok("layering runtime folders")


def engine_rooms(context, result):
    problems = []
    for room, allowed in ENGINE_ROOMS.items():
        for path in sorted((context.root / "engine" / room).glob("*.[ch]")):
            for target in INCLUDE.findall(path.read_text(encoding="utf-8")):
                if not target.startswith("engine/"):
                    continue
                into = target[len("engine/"):].rsplit("/", 1)
                if into[0] != room and into[0] not in allowed and path.name != "main.c":
                    problems.append(f"  engine/{room}/{path.name} includes {target}")
    if problems:
        result.fail("layering engine folders", "\n".join(problems))
    else:
        result.ok("layering engine folders")


def run(context, result):
    abi(context, result)
    engine_rooms(context, result)
    runtime_rooms(context, result)
    for room, allowed in ALLOWED.items():
        problems = []
        for path in sorted((context.root / room).rglob("*.[chS]")):
            name = str(path.relative_to(context.root))
            if name == "engine/main.c":
                continue
            for target in INCLUDE.findall(path.read_text(encoding="utf-8", errors="replace")):
                top = target.split("/")[0]
                if "/" not in target:
                    continue
                if top in ALLOWED and top not in allowed:
                    problems.append(f"  {name} includes {target}")
                narrow = NARROW.get((room, top))
                if narrow is not None and target not in narrow and not target.startswith("engine/base/"):
                    problems.append(f"  {name} includes {target}")
        if problems:
            result.fail(f"layering {room}", "\n".join(problems))
        else:
            result.ok(f"layering {room}")
