"""What a test may do to the system under a process: refuse calls by a seccomp filter, mount a small file system."""
import ctypes, errno, os, platform, struct, subprocess

# flock, link, linkat
CALLS = {"x86_64": (73, 86, 265), "aarch64": (32, None, 37)}


def without_locks_and_links():
    """To be called in the child before it becomes the program: flock gives ENOLCK, link EPERM. False: cannot be done."""
    calls = CALLS.get(platform.machine())
    if not calls:
        return False
    flock, link, linkat = calls
    load, jump, give = 0x20, 0x15, 0x06
    lines = [(load, 0, 0, 0)]
    for number, error in ((flock, errno.ENOLCK), (link, errno.EPERM), (linkat, errno.EPERM)):
        if number is not None:
            lines += [(jump, 0, 1, number), (give, 0, 0, 0x00050000 | error)]
    lines.append((give, 0, 0, 0x7fff0000))
    code = b"".join(struct.pack("HBBI", *line) for line in lines)
    buffer = ctypes.create_string_buffer(code)
    program = ctypes.create_string_buffer(struct.pack("HxxxxxxP", len(lines), ctypes.addressof(buffer)))
    libc = ctypes.CDLL(None, use_errno=True)
    return not libc.prctl(38, 1, 0, 0, 0) and not libc.prctl(22, 2, program, 0, 0)


def have_filter():
    pid = os.fork()
    if not pid:
        os._exit(0 if without_locks_and_links() else 1)
    return os.waitpid(pid, 0)[1] == 0


class Mount:
    """A tmpfs of its own. Falsy where mounting is not allowed."""

    def __init__(self, path, options=""):
        os.makedirs(path, exist_ok=True)
        self.path = path
        command = ["mount", "-t", "tmpfs", *(["-o", options] if options else []), "none", path]
        self.mounted = subprocess.run(command, capture_output=True).returncode == 0

    def __bool__(self):
        return self.mounted

    def remount(self, options):
        subprocess.run(["mount", "-o", f"remount,{options}", self.path], check=True)

    def close(self):
        if self.mounted:
            subprocess.run(["umount", "-l", self.path])
