"""Executables read back by an independent reader (this file knows ELF from the specification, not from py2's sources) and by readelf:
static, position independent, no interpreter or imports, no page both writable and executable, segments that map as they should,
fixups inside writable memory, the build id true to the bytes; the same bytes from another directory and job count; sizes, of
position tables against code too; resources."""

import hashlib
import pathlib
import shutil
import struct
import subprocess
import tempfile

TARGETS = {"linux-x86_64": (62, 4096, []), "linux-arm64": (183, 16384, ["qemu-aarch64"])}
HELLO_LIMIT = 310_000
SITES_LIMIT = 0.15  # bytes of source positions per byte of compiled code

HELLO = 'print("hello")\n'
RICH = '''
import sys
class Shape:
    def __init__(self, w, h):
        self.w, self.h = w, h
    def area(self):
        return self.w * self.h
    def __repr__(self):
        return f"Shape({self.w}, {self.h})"
def numbers(n):
    for i in range(n):
        yield i ** 3
print([Shape(i, i + 1) for i in range(3)], sum(s.area() for s in map(Shape, (1, 2), (3, 4))))
print({k: v for k, v in zip("abc", numbers(3))}, 2 ** 200, 7 / 3, "x,y".split(","), sorted({3, 1, 2}))
print(getattr("text", "up" + "per")(), len(dir([])) > 30, "{0.real:>4}".format(5))
try:
    [].pop()
except IndexError as e:
    print(e, file=sys.stdout)
'''
CARRIER = '''
import importlib.resources
folder = importlib.resources.files("app")
print(folder.joinpath("data/small.txt").read_text(), end="")
big = folder.joinpath("data/big.bin").read_bytes()
print(len(big), big[:4], big[-4:])
print(sorted(p.name for p in folder.joinpath("data").iterdir()))
'''


class Bad(Exception):
    pass


def need(condition, what):
    if not condition:
        raise Bad(what)


def check_image(data, machine, page):
    ident, kind, mach, version, entry, phoff, shoff, flags, ehsize, phentsize, phnum, shentsize, shnum, shstrndx = struct.unpack_from(
        "<16sHHIQQQIHHHHHH", data
    )
    need(ident[:7] == b"\x7fELF\2\1\1" and kind == 3 and mach == machine and version == 1, "header")
    need(ehsize == 64 and phentsize == 56 and shentsize == 64, "record sizes")
    heads = [struct.unpack_from("<IIQQQQQQ", data, phoff + 56 * i) for i in range(phnum)]
    need(all(h[0] in (1, 2, 4, 0x6474E551, 0x6474E552) for h in heads), "a kind of segment that should not be there")
    loads = [h for h in heads if h[0] == 1]
    end = 0
    for _, fl, offset, address, _, filesz, memsz, align in loads:
        need(fl & 3 != 3, "writable and executable")
        need(fl & 4, "unreadable")
        need(align == page and offset % page == address % page, "alignment")
        need(filesz <= memsz and offset + filesz <= len(data), "extent")
        need(address // page * page >= end, "segments share a page")
        end = (address + memsz + page - 1) // page * page
    need(any(h[1] & 1 and h[3] <= entry < h[3] + h[6] for h in loads), "entry")
    stack = [h for h in heads if h[0] == 0x6474E551]
    need(len(stack) == 1 and stack[0][1] == 6, "stack")
    relro = [h for h in heads if h[0] == 0x6474E552]
    need(len(relro) == 1 and (relro[0][3] + relro[0][6]) % page == 0, "relro")

    def writable(address):
        return any(h[1] & 2 and h[3] <= address and address + 8 <= h[3] + h[6] for h in loads)

    def at(address, size):
        for h in loads:
            if h[3] <= address and address + size <= h[3] + h[5]:
                return h[2] + address - h[3]
        raise Bad(f"{address:#x} is not in the file")

    dynamic = next(h for h in heads if h[0] == 2)
    tags = dict(struct.iter_unpack("<QQ", data[dynamic[2] : dynamic[2] + dynamic[5]]))
    need(not {1, 5, 6, 7, 17, 20, 23} & set(tags), "imports or other fixups than RELR")
    fixups, place = 0, 0
    if 36 in tags:
        start = at(tags[36], tags[35])
        for (word,) in struct.iter_unpack("<Q", data[start : start + tags[35]]):
            if word & 1 == 0:
                need(writable(word), "fixup outside writable memory")
                fixups, place = fixups + 1, word + 8
                continue
            for bit in range(63):
                if word >> (bit + 1) & 1:
                    need(writable(place + 8 * bit), "fixup outside writable memory")
                    fixups += 1
            place += 63 * 8
    need(fixups > 10, "no fixups")
    note = next(h for h in heads if h[0] == 4)
    need(data[note[2] : note[2] + 16] == struct.pack("<III4s", 4, 32, 3, b"GNU\0"), "build id note")
    place = note[2] + 16
    need(hashlib.sha256(data[:place] + bytes(32) + data[place + 32 :]).digest() == data[place : place + 32], "build id")
    names = {}
    strings = struct.unpack_from("<IIQQQQIIQQ", data, shoff + 64 * shstrndx)
    for i in range(1, shnum):
        s = struct.unpack_from("<IIQQQQIIQQ", data, shoff + 64 * i)
        start = strings[4] + s[0]
        names[data[start : data.index(b"\0", start)].decode()] = s
        need(s[1] == 8 or s[4] + s[5] <= len(data), "section extent")
        need(not s[2] & 2 or any(h[3] <= s[3] and s[3] + s[5] <= h[3] + h[6] for h in loads), "section outside segments")
    need({".text", ".rodata", ".dynamic"} <= set(names) and ".symtab" not in names, f"sections {sorted(names)}")


def build(context, folder, target, *more):
    done = subprocess.run([str(context.py2), "build", "--target", target, *more], cwd=folder, capture_output=True, text=True, timeout=300)
    need(done.returncode == 0, done.stderr)
    found = [p for p in (folder / "out" / target).rglob("*") if p.is_file()]
    need(len(found) == 1, f"outputs {found}")
    return found[0]


def run_image(path, runner):
    if runner and not shutil.which(runner[0]):
        return None
    done = subprocess.run([*runner, str(path)], capture_output=True, text=True, timeout=300)
    need(done.returncode == 0 and not done.stderr, done.stderr or f"status {done.returncode}")
    return done.stdout


def lay(folder, source, extra=""):
    (folder / "src" / "app").mkdir(parents=True)
    (folder / "src" / "app" / "__init__.py").write_text("")
    (folder / "src" / "app" / "main.py").write_text(source)
    (folder / "build.py2").write_text(
        'workspace { name = "t", version = "1" }\n'
        + extra
        + 'app { name = "t", main = "src/app/main.py", roots = { "src" }'
        + (', resources = { ":data" } }' if extra else " }")
        + "\n"
    )


def case(context, result, name, target, source, expectation, extra="", files=(), limit=None):
    machine, page, runner = TARGETS[target]
    label = f"images/{name} {target}"
    with tempfile.TemporaryDirectory(prefix="py2-images-") as temporary:
        one, two = pathlib.Path(temporary) / "one", pathlib.Path(temporary) / "another-place"
        try:
            for folder in (one, two):
                lay(folder, source, extra)
                for path, data in files:
                    (folder / path).parent.mkdir(parents=True, exist_ok=True)
                    (folder / path).write_bytes(data)
            image = build(context, one, target, "-j1")
            data = image.read_bytes()
            need(build(context, two, target, "-j4").read_bytes() == data, "other bytes from another directory")
            check_image(data, machine, page)
            if shutil.which("llvm-readelf"):
                done = subprocess.run(["llvm-readelf", "--all", str(image)], capture_output=True, text=True, timeout=300)
                need(done.returncode == 0 and not done.stderr, "readelf: " + done.stderr)
            need(limit is None or len(data) < limit, f"{len(data)} bytes")
            output = run_image(image, runner)
            if output is None:
                result.skip(label, f"no {runner[0]}: not run")
                return
            need(output == expectation, f"output {output!r}")
            result.ok(label)
        except Bad as e:
            result.fail(label, str(e))


def symbols(data):
    """(name, whether it is a function, size) of every symbol of an image built with debug information."""
    shoff, shnum = struct.unpack_from("<Q", data, 40)[0], struct.unpack_from("<H", data, 60)[0]
    heads = [struct.unpack_from("<IIQQQQIIQQ", data, shoff + 64 * i) for i in range(shnum)]
    table = next((h for h in heads if h[1] == 2), None)
    need(table, "no symbol table in spite of --debug=true")
    strings = heads[table[6]][4]
    for name, info, _, _, _, size in struct.iter_unpack("<IBBHQQ", data[table[4] : table[4] + table[5]]):
        start = strings + name
        yield data[start : data.index(b"\0", start)].decode(), info & 15 == 2, size


def site_tables(context, result, target):
    """Tables of source positions stay a small part of the code they describe, in every benchmark program."""
    label = f"images/sites {target}"
    try:
        for program in sorted((context.root / "tests/bench/programs").glob("*.py")):
            with tempfile.TemporaryDirectory(prefix="py2-images-") as temporary:
                folder = pathlib.Path(temporary)
                shutil.copy(program, folder / "main.py")
                image = build(context, folder, target, "--debug=true", "main.py").read_bytes()
            own = [(name, func, size) for name, func, size in symbols(image) if name.startswith("__main__.")]
            code = sum(size for _, func, size in own if func)
            sites = sum(size for name, func, size in own if not func and name.endswith(".sites"))
            need(code and sites, f"{program.stem}: {code} bytes of code, {sites} of positions")
            need(sites <= SITES_LIMIT * code, f"{program.stem}: {sites} bytes of positions for {code} of code")
        result.ok(label)
    except Bad as e:
        result.fail(label, str(e))


def relocatable(context, result, target):
    """`py2 object`: the same bytes anywhere, readable, and with no other symbols than the runtime's undefined."""
    label = f"images/object {target}"
    with tempfile.TemporaryDirectory(prefix="py2-images-") as temporary:
        try:
            made = []
            for place in ("one", "another-place"):
                folder = pathlib.Path(temporary) / place
                lay(folder, RICH)
                done = subprocess.run([str(context.py2), "object", "//:t", "t.o", "--target", target], cwd=folder, capture_output=True,
                                      text=True, timeout=300)
                need(done.returncode == 0, done.stderr)
                made.append(folder / "t.o")
            need(made[0].read_bytes() == made[1].read_bytes(), "other bytes from another directory")
            if not shutil.which("llvm-readelf"):
                return result.skip(label, "no llvm-readelf: not read")
            done = subprocess.run(["llvm-readelf", "--all", "-W", str(made[0])], capture_output=True, text=True, timeout=300)
            need(done.returncode == 0 and not done.stderr, "readelf: " + done.stderr)
            undefined = [line.split()[-1] for line in done.stdout.splitlines() if " UND " in line and "GLOBAL" in line]
            need("rt_call" in undefined and "pystr.append" not in undefined, f"undefined: {undefined}")
            need(all(group in done.stdout for group in ("pymod", "pystr", "pyroot")), "groups")
            for arguments in ((), ("//:t",), ("//:t", "t.o", "--target", "linux-x86_64", "--target", "linux-arm64")):
                wrong = subprocess.run([str(context.py2), "object", *arguments], cwd=folder, capture_output=True, text=True, timeout=300)
                need(wrong.returncode == 2 and "PY2E0332" in wrong.stderr, f"object {arguments}: {wrong.stderr}")
            result.ok(label)
        except Bad as e:
            result.fail(label, str(e))


def oracle(context, source):
    return subprocess.run([context.oracle, "-c", source], capture_output=True, text=True, timeout=300).stdout


def run(context, result):
    big = bytes(range(256)) * 1000
    resource = 'resource { name = "data", files = { "small.txt", "big.bin", "empty" }, prefix = "app/data" }\n'
    files = [("small.txt", "Grüße\n".encode()), ("big.bin", big), ("empty", b"")]
    carried = f"Grüße\n256000 {big[:4]} {big[-4:]}\n['big.bin', 'empty', 'small.txt']\n"
    for target in TARGETS:
        if context.only and context.only not in f"images {target}":
            continue
        limit = HELLO_LIMIT if target == "linux-x86_64" else None
        case(context, result, "hello", target, HELLO, "hello\n", limit=limit)
        case(context, result, "rich", target, RICH, oracle(context, RICH))
        case(context, result, "resources", target, CARRIER, carried, extra=resource, files=files)
        site_tables(context, result, target)
        relocatable(context, result, target)
