"""Archives of release{}, read back by other programs: contents, modes and times are as described, what is inside runs, and the bytes
do not depend on the place, the number of jobs, the umask, the time, or the cache."""

import hashlib
import io
import os
import pathlib
import shutil
import subprocess
import tarfile
import tempfile
import time
import zipfile

EPOCH = 1234567890
LONG = "d" * 90 + "/" + "e" * 90 + "/" + "f" * 120 + ".txt"
NAMES = ["README.md", "share/ünï cödé €.txt", "share/" + "n" * 100 + ".txt", LONG, "empty", "noise.bin", "share/caf\udce9.txt",
         "share/" + "\udce9" * 120 + ".txt"]
RECIPE = """
workspace { name = "w", version = "1.2", targets = { "linux-x86_64", "linux-arm64" } }
app { name = "tool", main = "tool.py" }
release {
  name = "toolkit", apps = { ":tool" }, formats = { "tar.gz", "tar.zst", "zip", "deb" }, files = glob { "README.md", "share/**", "d*/**", "empty", "noise.bin" },
  description = "A tool", maintainer = "Nobody <nobody@example.org>",
}
"""


def content(name):
    if name == "empty":
        return b""
    block = hashlib.sha256(os.fsencode(name)).digest()
    return block * 5000 if name != "noise.bin" else b"".join(hashlib.sha256(b"%d" % i).digest() for i in range(3000))


def make(context, where, jobs, umask, home):
    where.mkdir(parents=True)
    (where / "build.py2").write_text(RECIPE, encoding="utf-8")
    (where / "tool.py").write_text('import sys\nprint("tool", *sys.argv[1:])\n', encoding="utf-8")
    for name in NAMES:
        path = where / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content(name))
    env = dict(os.environ, XDG_CACHE_HOME=str(home), SOURCE_DATE_EPOCH=str(EPOCH), HOME=str(home))
    return subprocess.run([str(context.py2), "release", f"-j{jobs}"], cwd=where, env=env, capture_output=True, text=True,
                          preexec_fn=lambda: os.umask(umask))


def expect_files(found, top):
    """found: name -> (bytes, mode, time)."""
    problems = []
    wanted = {f"{top}/{n}": (content(n), 0o644) for n in NAMES}
    for name, (data, mode) in wanted.items():
        if name not in found:
            problems.append(f"  {name[:60]!r} is missing")
        elif found[name] != (data, mode, EPOCH):
            problems.append(f"  {name[:60]!r}: {len(found[name][0])} bytes, mode {found[name][1]:o}, time {found[name][2]}")
    extra = set(found) - set(wanted) - {f"{top}/tool"}
    if extra or found.get(f"{top}/tool", (b"", 0))[1] != 0o755:
        problems.append(f"  extra {sorted(extra)}, tool {found.get(f'{top}/tool', (b'', 0))[1]:o}")
    return "\n".join(problems)


def read_tar(data):
    with tarfile.open(fileobj=io.BytesIO(data)) as tar:
        owners = {(m.uid, m.gid, m.uname, m.gname) for m in tar}
        assert owners == {(0, 0, "root", "root")}, owners
        return {m.name: (tar.extractfile(m).read(), m.mode, m.mtime) for m in tar if m.isfile()}


def read_zip(path):
    with zipfile.ZipFile(path) as z:
        assert z.testzip() is None
        moment = time.gmtime(EPOCH - EPOCH % 2)[:6]
        # what does not say that it is UTF-8 is read as code page 437
        name = lambda i: i.filename if i.flag_bits & 0x800 or i.filename.isascii() else os.fsdecode(i.filename.encode("cp437"))
        return {name(i): (z.read(i), i.external_attr >> 16 & 0o7777, EPOCH if i.date_time == moment else i.date_time) for i in z.infolist()}


def check(result, name, problem):
    if problem:
        result.fail(name, problem)
    else:
        result.ok(name)


def unpack(tool, data):
    return subprocess.run(tool, input=data, stdout=subprocess.PIPE, check=True).stdout


def check_deb(result, name, path, where):
    if not shutil.which("dpkg-deb"):
        return result.skip(name, "dpkg-deb is missing")
    subprocess.run(["dpkg-deb", "-x", path, where], check=True)
    fields = subprocess.run(["dpkg-deb", "-f", path], capture_output=True, text=True, check=True).stdout
    wanted = ["Package: toolkit", "Version: 1.2", "Architecture: amd64" if "x86_64" in path.name else "Architecture: arm64",
              "Maintainer: Nobody <nobody@example.org>", "Description: A tool"]
    problem = "\n".join(f"  lacks {w!r}" for w in wanted if w not in fields.splitlines())
    share = where / "usr" / "share" / "toolkit"
    if not problem and any((share / n).read_bytes() != content(n) for n in NAMES):
        problem = "  a file differs"
    if not problem and not os.access(where / "usr" / "bin" / "tool", os.X_OK):
        problem = "  usr/bin/tool is missing"
    check(result, name, problem)


def run_inside(result, name, archive, where):
    with tarfile.open(archive) as tar:
        tar.extractall(where)
    tool = next(where.glob("*/tool"))
    done = subprocess.run([tool, "a", "b"], capture_output=True, text=True)
    check(result, name, "" if done.stdout == "tool a b\n" else f"  {done}")


def run(context, result):
    if context.only not in "releases":
        return
    with tempfile.TemporaryDirectory() as tmp:
        top = pathlib.Path(tmp)
        one, two = top / "one", top / "far" / "away" / "two"
        for where, jobs, umask, home in ((one, 1, 0o022, top / "h1"), (two, 4, 0o077, top / "h2")):
            done = make(context, where, jobs, umask, home)
            if done.returncode:
                return result.fail("release", done.stderr[-2000:])
        made = one / "out" / "release" / "toolkit"
        sums = (made / "SHA256SUMS").read_text()
        check(result, "release bytes anywhere", "" if sums == (two / "out/release/toolkit/SHA256SUMS").read_text() else f"  {sums}")
        checked = subprocess.run(["sha256sum", "-c", "--quiet", "--strict", "SHA256SUMS"], cwd=made, capture_output=True, text=True)
        check(result, "release sums", checked.stdout + checked.stderr if checked.returncode or len(sums.splitlines()) != 8 else "")
        for target in ("linux-x86_64", "linux-arm64"):
            base = f"toolkit-1.2-{target}"
            gz = (made / f"{base}.tar.gz").read_bytes()
            check(result, f"release tar.gz [{target}]", expect_files(read_tar(gz), base))
            if shutil.which("zstd"):
                plain = unpack(["zstd", "-dc"], (made / f"{base}.tar.zst").read_bytes())
                check(result, f"release tar.zst [{target}]", expect_files(read_tar(plain), base))
            else:
                result.skip(f"release tar.zst [{target}]", "zstd is missing")
            check(result, f"release zip [{target}]", expect_files(read_zip(made / f"{base}.zip"), base))
            check_deb(result, f"release deb [{target}]", made / f"{base}.deb", top / f"deb-{target}")
        run_inside(result, "release program runs", made / "toolkit-1.2-linux-x86_64.tar.gz", top / "unpacked")
