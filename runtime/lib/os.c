/* The os module: thin calls to runtime/os, with CPython's argument checks and errors.
 * What the program has written to its files is written out before the file system is asked anything. */
#include "runtime/lib/fs.h"
#include "runtime/lib/native.h"
#include "runtime/lib/structseq.h"
#include "runtime/state.h"

METHOD_TABLE(os);

static const char *one_path(struct thread *t, val v, const char *what) {
    const char *p = path_arg(t, v, what, false, NULL);
    if (p) io_flush_all(t);
    return p;
}
static val done(struct thread *t, int64_t r, val name) {
    return r < 0 ? raise_oserror(t, (int)-r, name) : NONE;
}

/* ---- directories ---- */

static val cwd(struct thread *t, bool bytes) {
    char *p = gc_storage(t, 4096, false);
    if (!p) return 0;
    int64_t n = os_getcwd(p, 4096);
    return n < 0 ? raise_oserror(t, (int)-n, 0) : fs_out(t, p, (size_t)n, bytes);
}
static val f_getcwd(struct thread *t) {
    return cwd(t, false);
}
static val f_getcwdb(struct thread *t) {
    return cwd(t, true);
}
static val f_chdir(struct thread *t, val v) {
    const char *p = one_path(t, v, "chdir: path");
    return p ? done(t, os_chdir(p), v) : 0;
}
struct names {
    val list;
    bool bytes;
};
static int64_t add_name(struct thread *t, void *ctx, const struct os_dirent *d) {
    struct names *s = ctx;
    val name = fs_out(t, d->name, strlen(d->name), s->bytes);
    return name ? list_push(t, s->list, name) : -1;
}
static val f_listdir(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    val out[1] = {0};
    if (!args_parse(t, "listdir", "| path", argc, argv, kwnames, out)) return 0;
    if (!out[0] || out[0] == NONE) out[0] = str_ascii(t, ".");
    struct path p;
    struct names s = {list_new(t, 0), false};
    if (!s.list || !out[0] || !fs_in(t, out[0], "listdir: path", false, &p)) return 0;
    s.bytes = p.bytes;
    return fs_scan(t, out[0], p.p, add_name, &s) < 0 ? 0 : s.list;
}
static bool mode_arg(struct thread *t, val v, uint32_t *mode) {
    int64_t n;
    if (!v) return true;
    if (!index_i64(t, v, &n)) return false;
    *mode = (uint32_t)n;
    return true;
}
static val f_mkdir(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    val out[3] = {0};
    uint32_t mode = 0777;
    if (!args_parse(t, "mkdir", "path | mode $ dir_fd", argc, argv, kwnames, out) ||
        !mode_arg(t, out[1], &mode))
        return 0;
    const char *p = one_path(t, out[0], "mkdir: path");
    return p ? done(t, os_mkdir(p, mode), out[0]) : 0;
}

/* Makes the parents of p first; `p` is a copy that is cut and restored. */
static int64_t make_parents(struct thread *t, char *p, size_t n, bool bytes) {
    for (size_t i = 1; i < n; i++) {
        if (p[i] != '/' || p[i - 1] == '/') continue;
        size_t rest = i;
        while (rest < n && p[rest] == '/') rest++;
        if (rest == n) break;
        p[i] = 0;
        struct os_stat st;
        int r = os_stat(p, true, &st) == 0 ? 0 : os_mkdir(p, 0777);
        val name = r < 0 && r != -OS_EEXIST ? fs_out(t, p, i, bytes) : 0;
        p[i] = '/';
        if (name) return raise_oserror(t, -r, name), -1;
        if (t->exc) return -1;
    }
    return 0;
}
static val f_makedirs(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    val out[3] = {0};
    uint32_t mode = 0777;
    struct path p;
    if (!args_parse(t, "makedirs", "name | mode exist_ok", argc, argv, kwnames, out) ||
        !mode_arg(t, out[1], &mode) || !fs_in(t, out[0], NULL, false, &p))
        return 0;
    int64_t exist_ok = out[2] ? obj_truth(t, out[2]) : 0;
    char *copy = exist_ok < 0 ? NULL : gc_storage(t, p.n + 1, false);
    if (!copy) return 0;
    memcpy(copy, p.p, p.n + 1);
    io_flush_all(t);
    if (make_parents(t, copy, p.n, p.bytes) < 0) return 0;
    int r = os_mkdir(copy, mode);
    struct os_stat st;
    if (r < 0 && exist_ok && os_stat(copy, true, &st) == 0 && (st.mode & OS_S_IFMT) == OS_S_IFDIR)
        return NONE;
    return done(t, r, out[0]);
}
static val f_rmdir(struct thread *t, val v) {
    const char *p = one_path(t, v, "rmdir: path");
    return p ? done(t, os_rmdir(p), v) : 0;
}
static val f_removedirs(struct thread *t, val v) {
    struct path p;
    if (!f_rmdir(t, v) || !fs_in(t, v, NULL, false, &p)) return 0;
    char *copy = gc_storage(t, p.n + 1, false);
    if (!copy) return 0;
    memcpy(copy, p.p, p.n + 1);
    for (size_t n = p.n; n > 1;) {
        while (n && copy[n - 1] == '/') n--;
        while (n && copy[n - 1] != '/') n--;
        while (n > 1 && copy[n - 1] == '/') n--;
        copy[n] = 0;
        if (!n || os_rmdir(copy) < 0) break;
    }
    return NONE;
}

/* ---- files ---- */

static val f_remove(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    val out[2] = {0};
    if (!args_parse(t, "remove", "path | $ dir_fd", argc, argv, kwnames, out)) return 0;
    const char *p = one_path(t, out[0], "remove: path");
    return p ? done(t, os_unlink(p), out[0]) : 0;
}
static val two_paths(struct thread *t, val a, val b, const char *name,
                     int (*fn)(const char *, const char *)) {
    const char *p = path_arg(t, a, name, false, NULL), *q = p ? path_arg(t, b, name, false, NULL) : NULL;
    if (!q) return 0;
    io_flush_all(t);
    int r = fn(p, q);
    return r < 0 ? fs_oserror2(t, -r, a, b) : NONE;
}
static val f_rename(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    val out[4] = {0};
    if (!args_parse(t, "rename", "src dst | $ src_dir_fd dst_dir_fd", argc, argv, kwnames, out)) return 0;
    return two_paths(t, out[0], out[1], "rename: src", os_rename);
}
static val f_replace(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    val out[4] = {0};
    if (!args_parse(t, "replace", "src dst | $ src_dir_fd dst_dir_fd", argc, argv, kwnames, out)) return 0;
    return two_paths(t, out[0], out[1], "replace: src", os_rename);
}
static val f_link(struct thread *t, val a, val b) {
    return two_paths(t, a, b, "link: src", os_link);
}
static val f_symlink(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    val out[4] = {0};
    if (!args_parse(t, "symlink", "src dst | target_is_directory $ dir_fd", argc, argv, kwnames, out))
        return 0;
    return two_paths(t, out[0], out[1], "symlink: src", os_symlink);
}
static val f_readlink(struct thread *t, val v) {
    struct path p;
    char link[1024];
    if (!fs_in(t, v, "readlink: path", false, &p)) return 0;
    io_flush_all(t);
    int64_t n = os_readlink(p.p, link, sizeof link);
    return n < 0 ? raise_oserror(t, (int)-n, v) : fs_out(t, link, (size_t)n, p.bytes);
}
static val f_stat(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    val out[3] = {0};
    if (!args_parse(t, "stat", "path | $ dir_fd follow_symlinks", argc, argv, kwnames, out)) return 0;
    int64_t follow = out[2] ? obj_truth(t, out[2]) : 1;
    return follow < 0 ? 0 : fs_stat(t, out[0], follow);
}
static val f_lstat(struct thread *t, val v) {
    return fs_stat(t, v, false);
}
static val f_fstat(struct thread *t, val v) {
    struct os_stat st;
    int64_t fd;
    if (!index_i64(t, v, &fd)) return 0;
    io_flush_all(t);
    int r = os_fstat((int)fd, &st);
    return r < 0 ? raise_oserror(t, -r, 0) : fs_stat_result(t, &st);
}
static val f_access(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    val out[5] = {0};
    int64_t mode;
    if (!args_parse(t, "access", "path mode | $ dir_fd effective_ids follow_symlinks", argc, argv, kwnames,
                    out) ||
        !index_i64(t, out[1], &mode))
        return 0;
    const char *p = one_path(t, out[0], "access: path");
    return p ? val_bool(os_access(p, (int)mode) >= 0) : 0;
}
static val f_chmod(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    val out[4] = {0};
    uint32_t mode = 0;
    if (!args_parse(t, "chmod", "path mode | $ dir_fd follow_symlinks", argc, argv, kwnames, out) ||
        !mode_arg(t, out[1], &mode))
        return 0;
    const char *p = one_path(t, out[0], "chmod: path");
    return p ? done(t, os_chmod(p, mode), out[0]) : 0;
}
static val f_truncate(struct thread *t, val path, val length) {
    int64_t n;
    const char *p = one_path(t, path, "truncate: path");
    if (!p || !index_i64(t, length, &n)) return 0;
    int fd = os_open(p, OS_O_WRONLY | OS_O_CLOEXEC, 0);
    if (fd < 0) return raise_oserror(t, -fd, path);
    int r = os_truncate(fd, n);
    os_close(fd);
    return done(t, r, path);
}
static val f_utime(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    val out[3] = {0};
    if (!args_parse(t, "utime", "path | times $ ns", argc, argv, kwnames, out)) return 0;
    const char *p = one_path(t, out[0], "utime: path");
    if (!p) return 0;
    int64_t at[2] = {os_clock(OS_CLOCK_REALTIME), 0};
    at[1] = at[0];
    val given = out[1] && out[1] != NONE ? out[1] : out[2];
    if (given) {
        if (!val_has(given, TYPE_TUPLE) || AS(tuple, given)->len != 2)
            return raise(t, &exc_TypeError, "utime: '%s' must be %s", given == out[2] ? "ns" : "times",
                         given == out[2] ? "a tuple of two ints" : "either a tuple of two ints or None");
        for (int i = 0; i < 2; i++) {
            double d;
            if (given == out[2] ? !index_i64(t, AS(tuple, given)->item[i], &at[i])
                                : !number_as_double(t, AS(tuple, given)->item[i], &d))
                return 0;
            if (given != out[2]) at[i] = (int64_t)(d * 1e9);
        }
    }
    return done(t, os_utime(p, at[0], at[1], true), out[0]);
}

/* ---- descriptors ---- */

static bool fd_arg(struct thread *t, val v, int *fd) {
    int64_t n;
    if (!index_i64(t, v, &n)) return false;
    *fd = (int)n;
    return true;
}
static val f_open(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    val out[4] = {0};
    int64_t flags;
    uint32_t mode = 0777;
    if (!args_parse(t, "open", "path flags | mode $ dir_fd", argc, argv, kwnames, out) ||
        !index_i64(t, out[1], &flags) || !mode_arg(t, out[2], &mode))
        return 0;
    const char *p = one_path(t, out[0], "open: path");
    if (!p) return 0;
    int fd = BLOCKING(t, os_open(p, (int)flags | OS_O_CLOEXEC, mode));
    return fd < 0 ? raise_oserror(t, -fd, out[0]) : val_small(fd);
}
static val f_close(struct thread *t, val v) {
    int fd;
    return fd_arg(t, v, &fd) ? done(t, os_close(fd), 0) : 0;
}
static val f_read(struct thread *t, val v, val count) {
    int fd;
    int64_t n;
    if (!fd_arg(t, v, &fd) || !index_i64(t, count, &n)) return 0;
    if (n < 0) return raise_oserror(t, OS_EINVAL, 0);
    if (n > (INT64_C(1) << 40)) return raise(t, &exc_MemoryError, "");
    uint8_t *p = gc_storage(t, (size_t)n + 1, false);
    if (!p) return 0;
    int64_t r;
    do r = BLOCKING(t, os_read(fd, p, (size_t)n));
    while (r == -OS_EINTR && rt_poll(t) >= 0);
    if (t->exc) return 0;
    return r < 0 ? raise_oserror(t, (int)-r, 0) : bytes_new(t, p, (size_t)r);
}
static val f_write(struct thread *t, val v, val data) {
    int fd;
    struct buffer b;
    if (!fd_arg(t, v, &fd) || !buffer_get(t, data, &b)) return 0;
    int64_t r;
    do r = BLOCKING(t, os_write(fd, b.p, (size_t)b.n));
    while (r == -OS_EINTR && rt_poll(t) >= 0);
    if (t->exc) return 0;
    return r < 0 ? raise_oserror(t, (int)-r, 0) : val_small(r);
}
static val f_lseek(struct thread *t, val v, val offset, val whence) {
    int fd;
    int64_t n, w;
    if (!fd_arg(t, v, &fd) || !index_i64(t, offset, &n) || !index_i64(t, whence, &w)) return 0;
    int64_t r = os_seek(fd, n, (int)w);
    return r < 0 ? raise_oserror(t, (int)-r, 0) : val_small(r);
}
static val f_isatty(struct thread *t, val v) {
    int fd;
    return fd_arg(t, v, &fd) ? val_bool(os_isatty(fd)) : 0;
}
static val f_dup(struct thread *t, val v) {
    int fd;
    if (!fd_arg(t, v, &fd)) return 0;
    int r = os_dup(fd);
    return r < 0 ? raise_oserror(t, -r, 0) : val_small(r);
}
static val f_dup2(struct thread *t, val a, val b) {
    int from, to;
    if (!fd_arg(t, a, &from) || !fd_arg(t, b, &to)) return 0;
    int r = os_dup2(from, to);
    return r < 0 ? raise_oserror(t, -r, 0) : val_small(to);
}
static val f_pipe(struct thread *t) {
    int fds[2], r = os_pipe(fds);
    if (r < 0) return raise_oserror(t, -r, 0);
    val items[2] = {val_small(fds[0]), val_small(fds[1])};
    return tuple_of(t, 2, items);
}
static val f_fsync(struct thread *t, val v) {
    int64_t fd;
    val n = val_is_int(v) ? v : call_method0(t, v, NAME(fileno));
    return n && index_i64(t, n, &fd) ? done(t, os_sync((int)fd), 0) : 0;
}
static val f_ftruncate(struct thread *t, val v, val length) {
    int fd;
    int64_t n;
    return fd_arg(t, v, &fd) && index_i64(t, length, &n) ? done(t, os_truncate(fd, n), 0) : 0;
}

/* ---- environment and process ---- */

val environ_of(struct thread *t) {
    static val environ;
    if (environ) return environ;
    environ = os_environ_new(t);
    if (environ) gc_root(t, &environ);
    return environ;
}
static val f_getenv(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    val out[2] = {0, 0};
    if (!args_parse(t, "getenv", "key | default", argc, argv, kwnames, out)) return 0;
    if (!val_is_str(out[0])) return raise(t, &exc_TypeError, "str expected, not %T", out[0]);
    val d = environ_of(t), v = d ? dict_lookup(t, d, out[0]) : 0;
    if (v || t->exc) return v;
    return out[1] ? out[1] : NONE;
}
static val f_putenv(struct thread *t, val key, val value) {
    val d = environ_of(t);
    return d && rt_setitem(t, d, key, value) == 0 ? NONE : 0;
}
static val f_unsetenv(struct thread *t, val key) {
    val d = environ_of(t);
    return d && dict_remove(t, d, key) >= 0 ? NONE : 0;
}
static val f_getpid(struct thread *t) {
    return (void)t, val_small(os_getpid());
}
static val f_getppid(struct thread *t) {
    return (void)t, val_small(os_getppid());
}
static val f_getuid(struct thread *t) {
    return (void)t, val_small(os_getuid());
}
static val f_geteuid(struct thread *t) {
    return (void)t, val_small(os_geteuid());
}
static val f_getgid(struct thread *t) {
    return (void)t, val_small(os_getgid());
}
static val f_getegid(struct thread *t) {
    return (void)t, val_small(os_getegid());
}
static val f_cpu_count(struct thread *t) {
    return (void)t, val_small(os_cpu_count());
}
static val f_umask(struct thread *t, val v) {
    int64_t n;
    return index_i64(t, v, &n) ? val_small(os_umask((uint32_t)n)) : 0;
}
static val f_urandom(struct thread *t, val v) {
    int64_t n;
    if (!index_i64(t, v, &n)) return 0;
    if (n < 0) return raise(t, &exc_ValueError, "negative argument not allowed");
    if (n > (INT64_C(1) << 40)) return raise(t, &exc_MemoryError, "");
    uint8_t *p = gc_storage(t, (size_t)n + 1, false);
    if (!p) return 0;
    int r = os_random(p, (size_t)n);
    return r < 0 ? raise_oserror(t, -r, 0) : bytes_new(t, p, (size_t)n);
}
static val f__exit(struct thread *t, val v) {
    int64_t n;
    if (!index_i64(t, v, &n)) return 0;
    os_exit((int)n & 255);
}
static val f_abort(struct thread *t) {
    (void)t;
    os_die(OS_SIGABRT);
}
static val f_kill(struct thread *t, val pid, val sig) {
    int64_t p, s;
    if (!index_i64(t, pid, &p) || !index_i64(t, sig, &s)) return 0;
    int r = os_kill((int)p, (int)s);
    return r < 0 ? raise_oserror(t, -r, 0) : rt_poll(t) < 0 ? 0 : NONE;
}
static val f_strerror(struct thread *t, val v) {
    int64_t n;
    if (!index_i64(t, v, &n)) return 0;
    const char *text = os_error_text((int)n);
    return text ? str_ascii(t, text) : str_format(t, "Unknown error %ld", n);
}

/* ---- paths ---- */

static val f_fspath(struct thread *t, val v) {
    return fs_path(t, v);
}
static val f_fsencode(struct thread *t, val v) {
    struct path p;
    return fs_in(t, v, NULL, true, &p) ? fs_out(t, p.p, p.n, true) : 0;
}
static val f_fsdecode(struct thread *t, val v) {
    struct path p;
    return fs_in(t, v, NULL, true, &p) ? fs_out(t, p.p, p.n, false) : 0;
}
static val f_walk(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    val out[4] = {0};
    if (!args_parse(t, "walk", "top | topdown onerror followlinks", argc, argv, kwnames, out)) return 0;
    int64_t topdown = out[1] ? obj_truth(t, out[1]) : 1, follow = out[3] ? obj_truth(t, out[3]) : 0;
    if (topdown < 0 || follow < 0) return 0;
    return os_walk_new(t, out[0], topdown, out[2] ? out[2] : NONE, follow);
}
static val f_scandir(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    val out[1] = {0};
    if (!args_parse(t, "scandir", "| path", argc, argv, kwnames, out)) return 0;
    return os_scandir_new(t, out[0]);
}

/* ---- results with names ---- */

STRUCTSEQ(terminal_size, "os.terminal_size", 2, 2, "columns lines");
STRUCTSEQ(uname_result, "posix.uname_result", 5, 5, "sysname nodename release version machine");

static val f_get_terminal_size(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    int64_t fd = 1;
    int columns, lines;
    if (!ctor_args(t, "get_terminal_size", argc, kwnames, 0, 1) || (argc && !index_i64(t, argv[0], &fd)))
        return 0;
    int r = os_terminal_size((int)fd, &columns, &lines);
    if (r < 0) return raise_oserror(t, -r, 0);
    val items[2] = {val_small(columns), val_small(lines)};
    return structseq_new(t, &terminal_size, items);
}
static val f_uname(struct thread *t) {
    struct os_uname u;
    int r = os_uname(&u);
    if (r < 0) return raise_oserror(t, -r, 0);
    val items[5] = {str_ascii(t, u.sysname), str_ascii(t, u.nodename), str_ascii(t, u.release),
                    str_ascii(t, u.version), str_ascii(t, u.machine)};
    return t->exc ? 0 : structseq_new(t, &uname_result, items);
}

METHOD(os, getcwd, f_getcwd, 0, 0, "()");
METHOD(os, getcwdb, f_getcwdb, 0, 0, "()");
METHOD(os, chdir, f_chdir, 1, 0, "(path)");
METHOD(os, listdir, f_listdir, -1, 0, "(path=None)");
METHOD(os, mkdir, f_mkdir, -1, 0, "(path, mode=511, *, dir_fd=None)");
METHOD(os, makedirs, f_makedirs, -1, 0, "(name, mode=511, exist_ok=False)");
METHOD(os, rmdir, f_rmdir, 1, 0, "(path)");
METHOD(os, removedirs, f_removedirs, 1, 0, "(name)");
METHOD(os, remove, f_remove, -1, 0, "(path, *, dir_fd=None)");
METHOD(os, unlink, f_remove, -1, 0, "(path, *, dir_fd=None)");
METHOD(os, rename, f_rename, -1, 0, "(src, dst, *, src_dir_fd=None, dst_dir_fd=None)");
METHOD(os, replace, f_replace, -1, 0, "(src, dst, *, src_dir_fd=None, dst_dir_fd=None)");
METHOD(os, link, f_link, 2, 0, 0);
METHOD(os, symlink, f_symlink, -1, 0, 0);
METHOD(os, readlink, f_readlink, 1, 0, 0);
METHOD(os, stat, f_stat, -1, 0, "(path, *, dir_fd=None, follow_symlinks=True)");
METHOD(os, lstat, f_lstat, 1, 0, 0);
METHOD(os, fstat, f_fstat, 1, 0, 0);
METHOD(os, access, f_access, -1, 0, 0);
METHOD(os, chmod, f_chmod, -1, 0, 0);
METHOD(os, truncate, f_truncate, 2, 0, 0);
METHOD(os, utime, f_utime, -1, 0, 0);
METHOD(os, open, f_open, -1, 0, 0);
METHOD(os, close, f_close, 1, 0, 0);
METHOD(os, read, f_read, 2, 0, 0);
METHOD(os, write, f_write, 2, 0, 0);
METHOD(os, lseek, f_lseek, 3, 0, 0);
METHOD(os, isatty, f_isatty, 1, 0, 0);
METHOD(os, dup, f_dup, 1, 0, 0);
METHOD(os, dup2, f_dup2, 2, 0, 0);
METHOD(os, pipe, f_pipe, 0, 0, 0);
METHOD(os, fsync, f_fsync, 1, 0, 0);
METHOD(os, ftruncate, f_ftruncate, 2, 0, 0);
METHOD(os, getenv, f_getenv, -1, 0, "(key, default=None)");
METHOD(os, putenv, f_putenv, 2, 0, 0);
METHOD(os, unsetenv, f_unsetenv, 1, 0, 0);
METHOD(os, getpid, f_getpid, 0, 0, "()");
METHOD(os, getppid, f_getppid, 0, 0, "()");
METHOD(os, getuid, f_getuid, 0, 0, "()");
METHOD(os, geteuid, f_geteuid, 0, 0, "()");
METHOD(os, getgid, f_getgid, 0, 0, "()");
METHOD(os, getegid, f_getegid, 0, 0, "()");
METHOD(os, cpu_count, f_cpu_count, 0, 0, "()");
METHOD(os, umask, f_umask, 1, 0, 0);
METHOD(os, urandom, f_urandom, 1, 0, 0);
METHOD(os, _exit, f__exit, 1, 0, 0);
METHOD(os, abort, f_abort, 0, 0, 0);
METHOD(os, kill, f_kill, 2, 0, 0);
METHOD(os, strerror, f_strerror, 1, 0, 0);
METHOD(os, fspath, f_fspath, 1, 0, "(path)");
METHOD(os, fsencode, f_fsencode, 1, 0, "(filename)");
METHOD(os, fsdecode, f_fsdecode, 1, 0, "(filename)");
METHOD(os, walk, f_walk, -1, 0, "(top, topdown=True, onerror=None, followlinks=False)");
METHOD(os, scandir, f_scandir, -1, 0, "(path=None)");
METHOD(os, get_terminal_size, f_get_terminal_size, -1, 0, 0);
METHOD(os, uname, f_uname, 0, 0, "()");

static val os_init(struct thread *t) {
    static const struct {
        const char *name;
        const char *text;
    } strings[] = {{"name", "posix"},
                   {"sep", "/"},
                   {"linesep", "\n"},
                   {"curdir", "."},
                   {"pardir", ".."},
                   {"extsep", "."},
                   {"pathsep", ":"},
                   {"devnull", "/dev/null"},
                   {"defpath", "/bin:/usr/bin"}};
    static const struct {
        const char *name;
        int32_t number;
    } numbers[] = {{"F_OK", 0},
                   {"R_OK", 4},
                   {"W_OK", 2},
                   {"X_OK", 1},
                   {"SEEK_SET", 0},
                   {"SEEK_CUR", 1},
                   {"SEEK_END", 2},
                   {"O_RDONLY", OS_O_RDONLY},
                   {"O_WRONLY", OS_O_WRONLY},
                   {"O_RDWR", OS_O_RDWR},
                   {"O_CREAT", OS_O_CREAT},
                   {"O_EXCL", OS_O_EXCL},
                   {"O_TRUNC", OS_O_TRUNC},
                   {"O_APPEND", OS_O_APPEND},
                   {"O_NONBLOCK", OS_O_NONBLOCK},
                   {"O_CLOEXEC", OS_O_CLOEXEC},
                   {"EX_OK", 0}};
    val m = native_module_new(t, "os", METHODS(os));
    if (!m) return 0;
    for (size_t i = 0; i < sizeof strings / sizeof *strings; i++)
        if (native_set(t, m, strings[i].name, str_ascii(t, strings[i].text)) < 0) return 0;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (native_set(t, m, numbers[i].name, val_small(numbers[i].number)) < 0) return 0;
    if (native_set(t, m, "altsep", NONE) < 0 || native_set(t, m, "error", val_of(&exc_OSError)) < 0 ||
        native_set(t, m, "environ", environ_of(t)) < 0 || native_set(t, m, "path", os_path_module(t)) < 0 ||
        !fs_stat_type(t) || structseq_ready(t, &terminal_size) < 0 ||
        native_set(t, m, "stat_result", val_of(fs_stat_type(t))) < 0 ||
        native_set(t, m, "terminal_size", val_of(&terminal_size.type)) < 0)
        return 0;
    return m;
}

