"""Includes between rooms go one way."""

import re

ALLOWED = {
    "engine": {"engine"},
    "rules": {"engine", "rules", "targets", "runtime", "generated"},
    "targets": {"engine", "targets"},
    "runtime": {"runtime"},
}
NARROW = {("rules", "runtime"): {"runtime/abi.def", "runtime/lib/resource.h"}}
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.M)


def run(context, result):
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
                if narrow and target not in narrow:
                    problems.append(f"  {name} includes {target}")
                if room == "targets" and top == "engine" and not target.startswith("engine/base/"):
                    problems.append(f"  {name} includes {target}")
        if problems:
            result.fail(f"layering {room}", "\n".join(problems))
        else:
            result.ok(f"layering {room}")
